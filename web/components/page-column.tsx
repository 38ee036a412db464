import { styled } from "./theme/styled.tsx";

/** The column that a page's content stands in. */
export const PageColumn = styled("div", {
  base: { w: "100%", mx: "auto", px: { base: "4", md: "6" }, py: { base: "6", md: "10" } },
  variants: { width: { page: { maxW: "page" }, stage: { maxW: "stage" } } },
  defaultVariants: { width: "page" },
});
