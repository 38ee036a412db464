type Where = "sessionStorage" | "localStorage";

/** Whoever blocks what sites keep has none, and a full one takes no more: null then. */
const guarded = <Kept>(act: () => Kept): Kept | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** What the browser keeps under a name, in this tab or beyond it; where it does not, there is nothing. */
export const browserStorage = (where: Where, name: string) => {
  const read = (): string | null => guarded(() => window[where].getItem(name));
  return {
    read,
    /** The list that is kept there; an empty one for whatever else is. */
    readList(): unknown[] {
      const kept: unknown = guarded(() => JSON.parse(read() ?? ""));
      return Array.isArray(kept) ? kept : [];
    },
    keep: (text: string) => void guarded(() => window[where].setItem(name, text)),
    drop: () => void guarded(() => window[where].removeItem(name)),
  };
};
