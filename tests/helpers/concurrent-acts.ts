import type { DatabaseProxy } from "./postgres-proxy/database-proxy.ts";
import { completesWithoutLockWait } from "./lock-waits.ts";

type AsyncAct<T> = () => Promise<T>;
type QueryFn = (statement: string) => Promise<readonly unknown[]>;

/**
 * Runs two actions concurrently. The first one stops before its statement that matches `end`, by
 * default its commit. Then the second one runs until it is done or waits for a lock. Only then does
 * the first one continue.
 */
export type RunOverlapping = <First, Second>(
  first: AsyncAct<First>,
  second: AsyncAct<Second>,
  end?: RegExp,
) => Promise<[First, Second]>;

/** Returns whether the second action finishes before the first one, without waiting for a lock. */
export type IsOvertaken = (first: AsyncAct<unknown>, second: AsyncAct<unknown>) => Promise<boolean>;

/** Runs actions whose statements pass a proxy. `query` queries the same database directly. */
const runOverlapping = async <First, Second>(
  proxy: DatabaseProxy,
  query: QueryFn,
  [first, second]: [AsyncAct<First>, AsyncAct<Second>],
  end = /^COMMIT$/,
): Promise<{ answers: [First, Second]; isOvertaken: boolean }> => {
  const hold = proxy.hold(end, { at: "request" });
  const one = first();
  await hold.reached;
  const two = second();
  const isOvertaken = await completesWithoutLockWait({ query }, two);
  hold.release();
  return { answers: await Promise.all([one, two]), isOvertaken };
};

export const createRunOverlapping =
  (proxy: DatabaseProxy, query: QueryFn): RunOverlapping =>
  async (first, second, end) =>
    (await runOverlapping(proxy, query, [first, second], end)).answers;

export const createIsOvertaken =
  (proxy: DatabaseProxy, query: QueryFn): IsOvertaken =>
  async (first, second) =>
    (await runOverlapping(proxy, query, [first, second])).isOvertaken;
