import { styled } from "#web/components/theme/styled.tsx";

/** Wide cards have larger text. */
const wideCardVariables = {
  "--card-topic": "{fontSizes.26}",
  "--card-line": "{fontSizes.20}",
  "--card-pad": "{spacing.7}",
} as const;
const spanColumns = (columns: number) => ({ gridColumn: `span ${columns}` });

/**
 * On large screens the rows repeat a pattern: a wide and a narrow card, three equal ones, then a
 * narrow and a wide one. The last row is always full.
 */
export const CardMosaic = styled("ul", {
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
      "& > li, & > li:where(:last-child:nth-child(odd))": spanColumns(10),
      "& > li:nth-child(10n + 1), & > li:nth-child(10n + 7)": {
        ...spanColumns(18),
        ...wideCardVariables,
      },
      "& > li:nth-child(10n + 2), & > li:nth-child(10n + 6)": spanColumns(12),
      "& > li:last-child:is(:nth-child(5n + 1), :nth-child(5n + 3))": {
        ...spanColumns(30),
        ...wideCardVariables,
      },
      "& > li:nth-last-child(2):nth-child(5n + 3), & > li:last-child:nth-child(5n + 4)":
        spanColumns(15),
    },
  },
});
