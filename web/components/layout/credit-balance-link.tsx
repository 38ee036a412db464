import { Coins } from "lucide-react";
import { Link } from "react-router-dom";
import { useCredits } from "#web/lib/auth/auth.tsx";
import { useCanLoadDocument } from "#web/lib/api/server-availability.ts";
import { WideScreenText } from "../ui/content/typography.tsx";
import { styled } from "../theme/styled.tsx";

const Pill = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "touch",
    px: { base: "1.5", sm: "3" },
    fontSize: "14",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    borderRadius: "control",
    transition: "background-color 120ms",
    _hover: { bg: "ink.8" },
    "& svg": { color: "pending" },
  },
});

/**
 * The user's credits as a link to buy more. The link loads a new document, because only the credits
 * page's security policy allows the payment provider's script.
 */
export const CreditBalanceLink = () => {
  const credits = useCredits() ?? 0;
  return (
    <Pill to="/credits" reloadDocument={useCanLoadDocument()}>
      <Coins size={16} />
      {credits}
      <WideScreenText>{credits === 1 ? "credit" : "credits"}</WideScreenText>
    </Pill>
  );
};
