import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";

export const Card = styled("section", {
  base: {
    ...panelSurface,
    p: { base: "5", md: "6" },
  },
});
