import { Coins } from "lucide-react";
import { Card } from "#web/components/ui/card.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";

const Frame = styled(Card, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "4",
    "& svg": { flexShrink: 0, color: "pending" },
  },
});

const Count = styled("p", {
  base: {
    fontFamily: "display",
    fontSize: "26",
    fontWeight: 650,
    lineHeight: 1.2,
    fontVariantNumeric: "tabular-nums",
  },
});

/** What the user has left. */
export const Balance = () => {
  const credits = useAuth().user?.credits ?? 0;
  return (
    <Frame aria-label="Your balance">
      <Coins size={28} />
      <div>
        <Count aria-live="polite">{counted(credits, "credit")}</Count>
        <Muted>One credit starts one debate. Credits never expire.</Muted>
      </div>
    </Frame>
  );
};
