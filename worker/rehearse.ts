import type { Sql } from "#infra/db/sql.ts";
import { claimWork } from "#infra/db/claim-work.ts";
import { beat, beatTogether, LostWork } from "#infra/db/work.ts";
import { keepTextOfOne } from "./jobs/keep-text.ts";
import { LOADED_TURN } from "./jobs/load-debate.ts";

/** No row has it. */
const NO_ID = 0;
/** So many turns are spoken at once: a plan is kept that is no worse than one for these. */
const SPEAKING = 10;

const expectLost = (err: unknown): void => {
  if (!(err instanceof LostWork)) throw err;
};

/** Has a new connection parse and plan what every turn and judging asks, by asking it of turns that are not there. */
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
