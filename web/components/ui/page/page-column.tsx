import { styled } from "#web/components/theme/styled.tsx";

/** Width and padding that header, page and footer share. */
export const pageColumnStyle = {
  w: "100%",
  maxW: "page",
  mx: "auto",
  px: { base: "4", md: "6" },
} as const;

/** Makes header and footer wider on pages with a stage, i.e. of a running debate. */
export const stageWidthStyle = { "body:has([data-stage]) &": { maxW: "stage" } } as const;

export const PageColumn = styled("div", {
  base: { ...pageColumnStyle, py: { base: "6", md: "10" } },
});
