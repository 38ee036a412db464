import { styled } from "#web/components/theme/styled.tsx";

/** Width and padding of header, page and footer. */
export const pageColumnStyle = {
  w: "100%",
  maxW: "page",
  mx: "auto",
  px: { base: "4", md: "6" },
} as const;

/** Widens header and footer on pages with a stage. */
export const stageWidthStyle = { "body:has([data-stage]) &": { maxW: "stage" } } as const;

export const PageColumn = styled("div", {
  base: { ...pageColumnStyle, py: { base: "6", md: "10" } },
});
