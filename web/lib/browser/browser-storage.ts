type StorageArea = "sessionStorage" | "localStorage";

/** Storage can be blocked or full; null then. */
const withStorageErrorsIgnored = <Kept>(act: () => Kept): Kept | null => {
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
export const createStorageEntry = (where: StorageArea, name: string) => {
  const read = (): string | null => withStorageErrorsIgnored(() => window[where].getItem(name));
  return {
    read,
    /** Parses the entry as a list; empty if it is anything else. */
    readList(): unknown[] {
      const kept: unknown = withStorageErrorsIgnored(() => JSON.parse(read() ?? ""));
      return Array.isArray(kept) ? kept : [];
    },
    keep: (text: string) => void withStorageErrorsIgnored(() => window[where].setItem(name, text)),
    drop: () => void withStorageErrorsIgnored(() => window[where].removeItem(name)),
  };
};
