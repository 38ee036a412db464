import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "#web/components/ui/card.tsx";
import { Muted } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useCredits } from "#web/lib/auth/auth.tsx";
import { counted } from "#web/lib/format.ts";

const Frame = styled(Card, {
  base: {
    display: "flex",
    flexWrap: "wrap",
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

const Words = styled("div", { base: { flex: "1 1 12rem" } });

export const Balance = ({ children }: { children?: ReactNode }) => {
  const credits = useCredits() ?? 0;
  return (
    <Frame aria-label="Your balance">
      <Coins size={28} />
      <Words>
        <Count aria-live="polite">{counted(credits, "credit")}</Count>
        <Muted>One credit starts one debate. Credits never expire.</Muted>
      </Words>
      {children}
    </Frame>
  );
};
