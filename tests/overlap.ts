import type { DatabaseWire } from "./database-wire.ts";
import { until } from "./harness.ts";

/**
 * Two acts that are under way at once: the second begins when all is done for the first but its
 * end, a commit unless said, and the first ends when the second is through, or waits for it.
 */
export type Overlap = <First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
  end?: RegExp,
) => Promise<[First, Second]>;

const WAITING = `
  SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** For acts at the other end of a wire; `look` asks the same database past it. */
export const overlapOn =
  (wire: DatabaseWire, look: (statement: string) => Promise<readonly unknown[]>): Overlap =>
  async (first, second, end = /^COMMIT$/) => {
    const hold = wire.hold(end, { at: "request" });
    const one = first();
    await hold.reached;
    let isThrough = false;
    const through = () => (isThrough = true);
    const two = second();
    two.then(through, through);
    await until(async () => isThrough || (await look(WAITING)).length > 0, {
      what: "the second waiting for the first",
    });
    hold.release();
    return Promise.all([one, two]);
  };
