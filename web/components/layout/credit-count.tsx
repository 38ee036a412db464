import { Coins } from "lucide-react";
import { styled } from "../theme/styled.tsx";

const Pill = styled("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "touch",
    px: "3",
    fontSize: "14",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    "& svg": { color: "pending" },
  },
});

const Unit = styled("span", { base: { srOnly: { base: true, md: false } } });

/** How many debates the user can start. */
export const CreditCount = ({ credits = 0 }: { credits?: number | undefined }) => (
  <Pill>
    <Coins size={16} />
    {credits}
    <Unit>{credits === 1 ? "credit" : "credits"}</Unit>
  </Pill>
);
