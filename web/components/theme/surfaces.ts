const borderedSurface = { borderWidth: "1px", borderColor: "line", borderRadius: "card" } as const;

export const panelSurface = { ...borderedSurface, bg: "panel" } as const;

/**
 * Style of sticky elements. The page's scroll padding keeps them from covering a focused control.
 * The controls inside a sticky element are exempt, or focusing one would scroll without end.
 */
export const stickyBar = {
  position: "sticky",
  "& :is(a, button, input, select)": { scrollMarginBlock: "-100vh" },
} as const;

export const floatingSurface = { ...borderedSurface, bg: "raised", boxShadow: "float" } as const;
