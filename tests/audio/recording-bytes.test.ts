import { createRecordingCache } from "#api/audio/recording-cache.ts";
import type { Sql } from "#infra/db/sql.ts";

const MEGABYTE = 2 ** 20;

/** Creates a fake database with recordings of this size that logs its reads. */
const createCache = (megabytes: number) => {
  const read: unknown[][] = [];
  let isDown = false;
  const sql: Sql = {
    query: async (_statement, key = []) => {
      read.push(key);
      if (isDown) throw new Error("down");
      const [id] = key;
      return id === 404 ? [] : [{ bytes: Buffer.alloc(megabytes * MEGABYTE, Number(id)) }];
    },
  };
  const bytes = createRecordingCache(sql);
  return {
    read,
    bytes,
    listen: async (...ids: number[]) => {
      for (const id of ids) await bytes.read(id, 1);
    },
    setDown: (down: boolean) => (isDown = down),
  };
};

describe("recordings with many listeners", () => {
  it("are read once for concurrent and later listeners", async () => {
    const { bytes, read } = createCache(1);
    const all = await Promise.all([bytes.read(1, 1), bytes.read(1, 1)]);
    all.push(await bytes.read(1, 1));
    expect(read).toEqual([[1, 1]]);
    expect(all.map((each) => each?.[0])).toEqual([1, 1, 1]);
  });

  it("are read once per version", async () => {
    const { bytes, read } = createCache(1);
    for (const version of [1, 2, 1]) await bytes.read(1, version);
    expect(read).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  it("are cached up to 64 MB, least recently used first out", async () => {
    const { listen, read } = createCache(20);
    await listen(1, 2, 3, 1, 2, 3);
    expect(read).toHaveLength(3);
    await listen(1, 4);
    expect(read).toHaveLength(4);
    await listen(1, 3, 4);
    expect(read).toHaveLength(4);
    await listen(2);
    expect(read).toHaveLength(5);
  });

  it("are not cached when larger than the whole cache", async () => {
    const { listen, read } = createCache(65);
    await listen(1, 1);
    expect(read).toHaveLength(2);
  });

  it("are read again after a miss or an error", async () => {
    const { bytes, read, setDown } = createCache(1);
    expect([await bytes.read(404, 1), await bytes.read(404, 1)]).toEqual([null, null]);
    setDown(true);
    await expect(bytes.read(1, 1)).rejects.toThrow("down");
    setDown(false);
    expect(await bytes.read(1, 1)).toHaveLength(MEGABYTE);
    expect(read).toHaveLength(4);
  });
});
