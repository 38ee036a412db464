import { styled } from "#web/components/theme/styled.tsx";

/**
 * A passage that the judge's note quotes. It is highlighted when the note arrives, and while the
 * note is hovered or focused.
 */
export const QuoteMark = styled("mark", {
  base: {
    px: "0.12em",
    mx: "-0.12em",
    color: "inherit",
    bg: "quote",
    borderRadius: "mark",
    transition: "background-color 160ms",
    "article[data-beat=lit] &": { bg: "quoteLit" },
    "article:has([data-note]:is(:hover, :focus-within)) &": { bg: "quoteLit" },
  },
});
