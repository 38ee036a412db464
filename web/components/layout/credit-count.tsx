import { chakra } from "@chakra-ui/react";
import { Coins } from "lucide-react";

const Pill = chakra("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    px: "3",
    fontSize: "14",
    fontWeight: 600,
    fontVariantNumeric: "tabular-nums",
    "& svg": { color: "pending" },
  },
});

/** How many debates the user can start. */
export const CreditCount = ({ credits = 0 }: { credits?: number | undefined }) => (
  <Pill>
    <Coins size={16} />
    {credits}
    <chakra.span srOnly={{ base: true, md: false }}>{credits === 1 ? "credit" : "credits"}</chakra.span>
  </Pill>
);
