import { setImmediate as nextRound } from "node:timers/promises";
import type { Sql } from "../sql.ts";

/**
 * Coalesces identical reads: a statement that is queried several times in one round of the event
 * loop runs once. It runs after the last of these calls, so no caller gets rows older than its
 * call. All callers get the same array, which they must not change.
 */
export const coalesceQueries = (sql: Sql): Sql => {
  const pending = new Map<string, Promise<unknown>>();
  return {
    query(statement, parameters = []) {
      const key = JSON.stringify([statement, parameters]);
      const run = async () => {
        await nextRound();
        pending.delete(key);
        return sql.query(statement, parameters);
      };
      const result = pending.get(key) ?? run();
      pending.set(key, result);
      return result;
    },
  };
};
