import { styled } from "#web/components/theme/styled.tsx";

/** Words that the judge quotes; they light up while the judge's note is pointed at. */
export const Mark = styled("mark", {
  base: {
    px: "0.12em",
    mx: "-0.12em",
    color: "inherit",
    bg: "quote",
    borderRadius: "mark",
    boxDecorationBreak: "clone",
    transition: "background-color 160ms",
    "article:has([data-note]:is(:hover, :focus-within)) &": { bg: "quoteLit" },
  },
});
