import { chakra } from "@chakra-ui/react";

/** A surface that holds one thing. */
export const Card = chakra("section", {
  base: {
    bg: "panel",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "card",
    p: { base: "5", md: "6" },
  },
});
