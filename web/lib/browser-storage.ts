type Where = "sessionStorage" | "localStorage";

/** Storage can be blocked or full; null then. */
const guarded = <Kept>(act: () => Kept): Kept | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/**
 * A named entry in the browser's storage. Reads null and ignores writes where storage is
 * unavailable.
 */
export const browserStorage = (where: Where, name: string) => {
  const read = (): string | null => guarded(() => window[where].getItem(name));
  return {
    read,
    /** Parses the entry as a list; empty if it is anything else. */
    readList(): unknown[] {
      const kept: unknown = guarded(() => JSON.parse(read() ?? ""));
      return Array.isArray(kept) ? kept : [];
    },
    keep: (text: string) => void guarded(() => window[where].setItem(name, text)),
    drop: () => void guarded(() => window[where].removeItem(name)),
  };
};
