const framed = { borderWidth: "1px", borderColor: "line", borderRadius: "card" } as const;

/** What lies on the page and holds one thing. */
export const panel = { ...framed, bg: "panel" } as const;

/** What lies over the page. */
export const floating = { ...framed, bg: "raised", boxShadow: "float" } as const;
