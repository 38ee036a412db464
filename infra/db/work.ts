import type { JobName } from "#shared/contract/jobs.ts";
import { change, select, type Sql } from "./sql.ts";

interface WorkColumns {
  table: string;
  /** Of the columns' names. */
  prefix: string;
  running: string;
  /** What is left of an earlier attempt, and void with the next one. */
  reset: string;
}

/** Where a kind of job keeps its state. */
const WORK = {
  "generate-turn": {
    table: "turns",
    prefix: "",
    running: "streaming",
    reset: "content = '', error = NULL, ",
  },
  "judge-turn": { table: "turns", prefix: "judging_", running: "running", reset: "" },
  "judge-debate": { table: "debates", prefix: "verdict_", running: "running", reset: "" },
  "synthesize-speech": { table: "audio_cache", prefix: "", running: "running", reset: "" },
} as const satisfies Record<JobName, WorkColumns>;

/** A worker says that it is alive this often, */
export const HEARTBEAT_MS = 700;
/** and is taken for dead when it has been silent this long. */
const SILENCE = "interval '2.2 seconds'";

/** A hold on some work. */
export interface Claim {
  /** Counts every hold there ever was; the fence that each write of this one must carry. */
  attempt: number;
  /** Tries that failed since somebody asked for the work. */
  failures: number;
}

/**
 * Takes the work: one worker at a time, and the next one as soon as this one falls silent.
 * Null if there is nothing to take.
 */
export const claimWork = async (sql: Sql, job: JobName, id: number): Promise<Claim | null> => {
  const { table, prefix: p, running, reset } = WORK[job];
  const [claimed] = await change<Claim>(
    sql,
    `UPDATE ${table}
        SET ${reset}${p}status = '${running}', ${p}attempt = ${p}attempt + 1, ${p}heartbeat_at = now()
      WHERE id = $1 AND (${p}status = 'pending'
         OR (${p}status = '${running}' AND ${p}heartbeat_at < now() - ${SILENCE}))
      RETURNING ${p}attempt AS attempt, ${p}failures AS failures`,
    [id],
  );
  return claimed ?? null;
};

/** Says that the attempt is alive; false when it is no longer the one that counts. */
export const beat = async (
  sql: Sql,
  job: JobName,
  id: number,
  attempt: number,
): Promise<boolean> => {
  const { table, prefix: p, running } = WORK[job];
  const held = await change(
    sql,
    `UPDATE ${table} SET ${p}heartbeat_at = now()
      WHERE id = $1 AND ${p}attempt = $2 AND ${p}status = '${running}' RETURNING id`,
    [id, attempt],
  );
  return held.length === 1;
};

/**
 * Gives the work back, to be done again after `delayMs`. `failed` counts against its tries, handing
 * back at a shutdown does not. False when the attempt no longer counts.
 */
export const releaseWork = async (
  sql: Sql,
  job: JobName,
  id: number,
  attempt: number,
  { delayMs, failed }: { delayMs: number; failed: boolean },
): Promise<boolean> => {
  const { table, prefix: p, running } = WORK[job];
  const released = await change(
    sql,
    `UPDATE ${table}
        SET ${p}status = 'pending', ${p}run_at = now() + $3 * interval '1 millisecond',
            ${p}failures = ${p}failures + $4
      WHERE id = $1 AND ${p}attempt = $2 AND ${p}status = '${running}' RETURNING id`,
    [id, attempt, delayMs, failed ? 1 : 0],
  );
  return released.length === 1;
};

/** Work that should be running and is not: its job was lost, or its worker is dead. */
export const lostWork = (
  sql: Sql,
  job: JobName,
  limit: number,
): Promise<{ id: number; attempt: number }[]> => {
  const { table, prefix: p, running } = WORK[job];
  return select(
    sql,
    `SELECT id, ${p}attempt AS attempt FROM ${table}
      WHERE (${p}status = 'pending' AND ${p}run_at < now() - interval '1 second')
         OR (${p}status = '${running}' AND ${p}heartbeat_at < now() - ${SILENCE})
      ORDER BY ${p}run_at LIMIT $1`,
    [limit],
  );
};
