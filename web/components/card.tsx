import { styled } from "./theme/styled.tsx";

/** A surface that holds one thing. */
export const Card = styled("section", {
  base: {
    bg: "panel",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "card",
    p: { base: "5", md: "6" },
  },
});
