import { styled } from "../theme/styled.tsx";

/** The column that everything stands in, from header to footer. */
export const column = {
  w: "100%",
  maxW: "page",
  mx: "auto",
  px: { base: "4", md: "6" },
} as const;

/** For what frames a page: as wide as the stage on it, where there is one. */
export const asWideAsStage = { "body:has([data-stage]) &": { maxW: "stage" } } as const;

/** A page's content. */
export const PageColumn = styled("div", {
  base: { ...column, py: { base: "6", md: "10" } },
});
