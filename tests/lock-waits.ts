import { select, type Sql } from "#infra/db/sql.ts";
import { until } from "./harness.ts";

const WAITING = `
  SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Returns whether a statement on this database waits for a lock of another transaction. */
export const isSomebodyWaiting = async (sql: Sql): Promise<boolean> =>
  (await select(sql, WAITING)).length > 0;

export const untilSomebodyWaits = (sql: Sql): Promise<unknown> =>
  until(() => isSomebodyWaiting(sql), { what: "a wait for a lock" });

/** Waits until the promise settles or a statement waits for a lock. Returns whether it settled. */
export const isDoneWithoutWaiting = async (sql: Sql, doing: Promise<unknown>): Promise<boolean> => {
  let isDone = false;
  const done = () => (isDone = true);
  doing.then(done, done);
  await until(async () => isDone || (await isSomebodyWaiting(sql)), { what: "an end, or a wait" });
  return isDone;
};
