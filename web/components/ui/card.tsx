import { styled } from "../theme/styled.tsx";
import { panel } from "../theme/surfaces.ts";

export const Card = styled("section", {
  base: {
    ...panel,
    p: { base: "5", md: "6" },
  },
});
