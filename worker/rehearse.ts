import type { Sql } from "#infra/db/sql.ts";
import { claimWork } from "#infra/db/claim-work.ts";
import { beat, beatTogether, LostWork } from "#infra/db/work.ts";
import { keepTextOfOne } from "./jobs/keep-text.ts";
import { LOADED_TURN } from "./jobs/load-debate.ts";

const NO_ID = 0;
/** Number of live turns in the warm-up batch, so that the plan PostgreSQL keeps fits a batch. */
const SPEAKING = 10;

const expectLost = (err: unknown): void => {
  if (!(err instanceof LostWork)) throw err;
};

/**
 * Runs the statements of turns and judging once on a new connection, so that PostgreSQL has parsed
 * and planned them. They use an id without a row and change nothing.
 */
export const rehearse = async (sql: Sql): Promise<void> => {
  for (const job of ["generate-turn", "judge-turn"] as const) {
    await claimWork(sql, job, NO_ID, { loads: LOADED_TURN });
    await beat(sql, { job, id: NO_ID, attempt: 0, failures: 0 }).catch(expectLost);
  }
  const hold = { job: "generate-turn", id: NO_ID, attempt: 0, failures: 0 } as const;
  await keepTextOfOne(sql, hold, "").catch(expectLost);
  await beatTogether(
    sql,
    Array.from({ length: SPEAKING }, () => ({ hold, text: "" })),
  );
};
