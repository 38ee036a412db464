import { select, type Sql } from "#infra/db/sql.ts";
import { until } from "./harness.ts";

/** Waits until a statement on this database waits for what another transaction holds. */
export const untilSomebodyWaits = (sql: Sql): Promise<unknown> => {
  const waiting = `SELECT FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return until(async () => (await select(sql, waiting)).length > 0, { what: "a wait for a lock" });
};
