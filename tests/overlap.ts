import type { DatabaseWire } from "./database-wire.ts";
import { isDoneWithoutWaiting } from "./lock-waits.ts";

type Act<T> = () => Promise<T>;
type Look = (statement: string) => Promise<readonly unknown[]>;

/**
 * Two acts that are under way at once: the second begins when all is done for the first but its
 * end, a commit unless said, and the first ends when the second is through, or waits for it.
 */
export type Overlap = <First, Second>(
  first: Act<First>,
  second: Act<Second>,
  end?: RegExp,
) => Promise<[First, Second]>;

/** Whether the second of two such acts has come through before the first ends: it waits for none. */
export type Overtakes = (first: Act<unknown>, second: Act<unknown>) => Promise<boolean>;

/** For acts at the other end of a wire; `look` asks the same database past it. */
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
