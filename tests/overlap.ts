import type { DatabaseWire } from "./database-wire.ts";
import { isDoneWithoutWaiting } from "./lock-waits.ts";

type Act<T> = () => Promise<T>;
type Look = (statement: string) => Promise<readonly unknown[]>;

/**
 * Runs two actions concurrently. The second starts when the first reaches its last statement (its
 * commit by default). The first finishes when the second is done or waits for a lock.
 */
export type Overlap = <First, Second>(
  first: Act<First>,
  second: Act<Second>,
  end?: RegExp,
) => Promise<[First, Second]>;

/**
 * Returns whether the second action finishes before the first one ends, so it waits for no lock.
 */
export type Overtakes = (first: Act<unknown>, second: Act<unknown>) => Promise<boolean>;

/** For actions through a proxy. `look` queries the same database directly. */
const actTogether = async <First, Second>(
  wire: DatabaseWire,
  look: Look,
  [first, second]: [Act<First>, Act<Second>],
  end = /^COMMIT$/,
): Promise<{ answers: [First, Second]; isOvertaken: boolean }> => {
  const hold = wire.hold(end, { at: "request" });
  const one = first();
  await hold.reached;
  const two = second();
  const isOvertaken = await isDoneWithoutWaiting({ query: look }, two);
  hold.release();
  return { answers: await Promise.all([one, two]), isOvertaken };
};

export const overlapOn =
  (wire: DatabaseWire, look: Look): Overlap =>
  async (first, second, end) =>
    (await actTogether(wire, look, [first, second], end)).answers;

export const overtakesOn =
  (wire: DatabaseWire, look: Look): Overtakes =>
  async (first, second) =>
    (await actTogether(wire, look, [first, second])).isOvertaken;
