import { styled } from "#web/components/theme/styled.tsx";

/** Words that the judge quotes; they light up when it does, and while its note is pointed at. */
export const Mark = styled("mark", {
  base: {
    px: "0.12em",
    mx: "-0.12em",
    color: "inherit",
    bg: "quote",
    borderRadius: "mark",
    boxDecorationBreak: "clone",
    transition: "background-color 160ms",
    "article[data-beat=lit] &": { bg: "quoteLit" },
    "article:has([data-note]:is(:hover, :focus-within)) &": { bg: "quoteLit" },
  },
});
