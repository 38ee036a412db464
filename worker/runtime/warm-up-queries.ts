import type { Sql } from "#infra/db/sql.ts";
import { claimJob } from "#infra/db/jobs/claim-job.ts";
import {
  type JobLease,
  renewLease,
  renewTurnLeases,
  LeaseLostError,
} from "#infra/db/jobs/job-lease.ts";
import { savePartialTextOfTurn } from "../jobs/generate-turn/save-partial-text.ts";
import { PRELOAD_TURN_SQL } from "../jobs/common/load-debate.ts";

const MISSING_ID = 0;
const MISSING_LEASE: JobLease = {
  job: "generate-turn",
  id: MISSING_ID,
  attempt: 0,
  failures: 0,
  isTakenOver: false,
  waitedMs: 0,
  subject: {},
  slot: null,
  loaded: undefined,
};
/** Turns in the warm-up batch: as many as in real batches, because PostgreSQL keeps the plan. */
const TYPICAL_LIVE_TURNS = 10;

const ignoreLeaseLost = (err: unknown): void => {
  if (!(err instanceof LeaseLostError)) throw err;
};

/**
 * Runs the statements for turns and judging once on a new connection, so that PostgreSQL parses and
 * plans them before the first job. They use an id that has no row, so they change nothing.
 */
export const warmUpQueries = async (sql: Sql): Promise<void> => {
  for (const job of ["generate-turn", "judge-turn"] as const) {
    await claimJob(sql, job, MISSING_ID, { preload: PRELOAD_TURN_SQL });
    await renewLease(sql, { ...MISSING_LEASE, job }).catch(ignoreLeaseLost);
  }
  await savePartialTextOfTurn(sql, MISSING_LEASE, "").catch(ignoreLeaseLost);
  await renewTurnLeases(
    sql,
    Array.from({ length: TYPICAL_LIVE_TURNS }, () => ({ lease: MISSING_LEASE, text: "" })),
  );
};
