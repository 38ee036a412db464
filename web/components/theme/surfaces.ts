const borderedSurface = { borderWidth: "1px", borderColor: "line", borderRadius: "card" } as const;

export const panelSurface = { ...borderedSurface, bg: "panel" } as const;

/**
 * For sticky elements. The page's scroll padding keeps focused controls clear of them. Their own
 * controls must be exempt, or focusing one would scroll without end.
 */
export const stickyBar = {
  position: "sticky",
  "& :is(a, button, input, select)": { scrollMarginBlock: "-100vh" },
} as const;

export const floatingSurface = { ...borderedSurface, bg: "raised", boxShadow: "float" } as const;
