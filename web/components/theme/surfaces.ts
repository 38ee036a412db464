const framed = { borderWidth: "1px", borderColor: "line", borderRadius: "card" } as const;

/** What lies on the page and holds one thing. */
export const panel = { ...framed, bg: "panel" } as const;

/**
 * What stays where it is while the page scrolls. The page keeps its own controls clear of it when
 * they get the focus, and would scroll for those in it, too, without end.
 */
export const stuck = {
  position: "sticky",
  "& :is(a, button, input, select)": { scrollMarginBlock: "-100vh" },
} as const;

/** What lies over the page. */
export const floating = { ...framed, bg: "raised", boxShadow: "float" } as const;
