import { selectRows, type Sql } from "#infra/db/sql.ts";
import { waitUntil } from "../harness.ts";

const LOCK_WAITS_SQL = `
  SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Returns whether a statement on this database waits for a lock of another transaction. */
export const hasLockWaits = async (sql: Sql): Promise<boolean> =>
  (await selectRows(sql, LOCK_WAITS_SQL)).length > 0;

export const waitForLockWait = (sql: Sql): Promise<unknown> =>
  waitUntil(() => hasLockWaits(sql), { what: "a wait for a lock" });

/** Waits until the promise settles or a statement waits for a lock. Returns whether it settled. */
export const completesWithoutLockWait = async (
  sql: Sql,
  doing: Promise<unknown>,
): Promise<boolean> => {
  let isDone = false;
  const done = () => (isDone = true);
  doing.then(done, done);
  await waitUntil(async () => isDone || (await hasLockWaits(sql)), {
    what: "the end or a wait for a lock",
  });
  return isDone;
};
