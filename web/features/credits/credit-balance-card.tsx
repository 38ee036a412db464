import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "#web/components/ui/content/card.tsx";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useCredits } from "#web/lib/auth/auth.tsx";
import { formatCount } from "#web/lib/format.ts";

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

const BalanceText = styled("div", { base: { flex: "1 1 12rem" } });

export const CreditBalanceCard = ({ children }: { children?: ReactNode }) => {
  const credits = useCredits() ?? 0;
  return (
    <Frame aria-label="Your balance">
      <Coins size={28} />
      <BalanceText>
        <Count aria-live="polite">{formatCount(credits, "credit")}</Count>
        <Muted>One credit starts one debate. Credits never expire.</Muted>
      </BalanceText>
      {children}
    </Frame>
  );
};
