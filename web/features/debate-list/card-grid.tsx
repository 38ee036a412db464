import { styled } from "#web/components/theme/styled.tsx";

/** All cards have the same size, because size has no meaning in a list of debates. */
export const CardGrid = styled("ul", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "repeat(2, minmax(0, 1fr))",
      lg: "repeat(3, minmax(0, 1fr))",
    },
    gridAutoRows: "1fr",
  },
});
