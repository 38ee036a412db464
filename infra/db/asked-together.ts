import { setImmediate as nextRound } from "node:timers/promises";
import type { Sql } from "./sql.ts";

/**
 * For reads that a crowd asks for in one moment: who asks the same within one round of the event loop is
 * answered together. It is asked after all of them came, so nobody is told what was before, and nobody
 * waits for what others have asked. Rows are shared: they are only to be read.
 */
export const askedTogether = (sql: Sql): Sql => {
  const asked = new Map<string, Promise<unknown>>();
  return {
    query(statement, parameters = []) {
      const key = JSON.stringify([statement, parameters]);
      const ask = async () => {
        await nextRound();
        asked.delete(key);
        return sql.query(statement, parameters);
      };
      const answer = asked.get(key) ?? ask();
      asked.set(key, answer);
      return answer;
    },
  };
};
