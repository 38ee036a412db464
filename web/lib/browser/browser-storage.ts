type StorageArea = "sessionStorage" | "localStorage";

/** Returns null if the browser's storage is blocked or full. */
const withStorageErrorsIgnored = <Value>(accessStorage: () => Value): Value | null => {
  try {
    return accessStorage();
  } catch {
    return null;
  }
};

/**
 * A named entry in the browser's storage. If the storage is unavailable, reads return null and
 * writes are ignored.
 */
export const createStorageEntry = (area: StorageArea, name: string) => {
  const read = (): string | null => withStorageErrorsIgnored(() => window[area].getItem(name));
  return {
    read,
    /** Parses the entry as a JSON list; returns an empty list if it is anything else. */
    readList(): unknown[] {
      const list: unknown = withStorageErrorsIgnored(() => JSON.parse(read() ?? ""));
      return Array.isArray(list) ? list : [];
    },
    keep: (text: string) => void withStorageErrorsIgnored(() => window[area].setItem(name, text)),
    drop: () => void withStorageErrorsIgnored(() => window[area].removeItem(name)),
  };
};
