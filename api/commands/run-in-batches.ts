/** The result of one call of a batch. */
export interface Outcome<Value> {
  value?: Value;
  error?: unknown;
}

/**
 * Time over which calls are collected, in milliseconds. It is short, because the requests of a
 * batched route were already held and arrive together.
 */
const BATCH_MS = 10;

interface PendingCall<Item, Value> {
  item: Item;
  resolve: (value: Value) => void;
  reject: (err: unknown) => void;
}

/**
 * Returns a function that collects its calls for `BATCH_MS` and passes their items to one call of
 * `run`. `run` returns one outcome per item. If `run` throws, all collected calls fail
 * with its error.
 */
export const runInBatches = <Item, Value>(
  run: (items: Item[]) => Promise<Outcome<Value>[]>,
): ((item: Item) => Promise<Value>) => {
  let pending: PendingCall<Item, Value>[] = [];
  const runBatch = async () => {
    const calls = pending;
    pending = [];
    try {
      const outcomes = await run(calls.map(({ item }) => item));
      for (const [index, { resolve, reject }] of calls.entries()) {
        const { value, error } = outcomes[index] ?? {};
        if (error === undefined) resolve(value as Value);
        else reject(error);
      }
    } catch (err) {
      for (const { reject } of calls) reject(err);
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setTimeout(() => void runBatch(), BATCH_MS);
      pending.push({ item, resolve, reject });
    });
};
