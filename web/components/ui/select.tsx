import { styled } from "../theme/styled.tsx";
import { semanticTokens } from "../theme/tokens.ts";

const chevron = (color: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="m4 6 4 4 4-4"/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};

const { base: onLight, _dark: onDark } = semanticTokens.colors.muted.value;

/**
 * One of a list, by the browser's own control: keyboard and phone know it. Its arrow is ours, for theirs
 * sticks to the edge.
 */
export const Select = styled("select", {
  base: {
    minH: "touch",
    ps: "3",
    pe: "10",
    appearance: "none",
    bgColor: "canvas",
    bgImage: { base: chevron(onLight), _dark: chevron(onDark) },
    bgRepeat: "no-repeat",
    backgroundPosition: "right 0.75rem center",
    color: "ink",
    borderWidth: "1px",
    borderColor: "edge",
    borderRadius: "control",
    fontSize: "14",
    cursor: "pointer",
    _hover: { borderColor: "muted" },
    _disabled: { opacity: 0.5, cursor: "not-allowed" },
  },
});
