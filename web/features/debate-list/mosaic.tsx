import { styled } from "#web/components/theme/styled.tsx";

/** Larger text for wide cards. */
const wide = {
  "--card-topic": "{fontSizes.26}",
  "--card-line": "{fontSizes.20}",
  "--card-pad": "{spacing.7}",
} as const;
const span = (columns: number) => ({ gridColumn: `span ${columns}` });

/**
 * On large screens, rows alternate: a wide and a narrow card, three equal ones, then mirrored. The
 * last row is always full.
 */
export const Mosaic = styled("ul", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "repeat(2, minmax(0, 1fr))",
      lg: "repeat(30, minmax(0, 1fr))",
    },
    md: {
      "& > li:where(:last-child:nth-child(odd))": { gridColumn: "1 / -1" },
    },
    lg: {
      "& > li, & > li:where(:last-child:nth-child(odd))": span(10),
      "& > li:nth-child(10n + 1), & > li:nth-child(10n + 7)": { ...span(18), ...wide },
      "& > li:nth-child(10n + 2), & > li:nth-child(10n + 6)": span(12),
      "& > li:last-child:is(:nth-child(5n + 1), :nth-child(5n + 3))": { ...span(30), ...wide },
      "& > li:nth-last-child(2):nth-child(5n + 3), & > li:last-child:nth-child(5n + 4)": span(15),
    },
  },
});
