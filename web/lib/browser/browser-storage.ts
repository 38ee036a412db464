type StorageArea = "sessionStorage" | "localStorage";

/** Storage can be blocked or full; null then. */
const withStorageErrorsIgnored = <Value>(accessStorage: () => Value): Value | null => {
  try {
    return accessStorage();
  } catch {
    return null;
  }
};

/**
 * A named entry in the browser's storage. Reads null and ignores writes where storage is
 * unavailable.
 */
export const createStorageEntry = (area: StorageArea, name: string) => {
  const read = (): string | null => withStorageErrorsIgnored(() => window[area].getItem(name));
  return {
    read,
    /** Parses the entry as a list; empty if it is anything else. */
    readList(): unknown[] {
      const list: unknown = withStorageErrorsIgnored(() => JSON.parse(read() ?? ""));
      return Array.isArray(list) ? list : [];
    },
    keep: (text: string) => void withStorageErrorsIgnored(() => window[area].setItem(name, text)),
    drop: () => void withStorageErrorsIgnored(() => window[area].removeItem(name)),
  };
};
