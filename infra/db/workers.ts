import type { JobName } from "#shared/contract/jobs.ts";
import type { Sql } from "./sql.ts";

export interface HeldWork {
  job: JobName;
  id: number;
  attempt: number;
  /** ISO 8601. */
  since: string;
}

interface NotedWorker {
  /** Unique id of the process. */
  process: string;
  /** Name in the logs. */
  instance: string;
  host: string;
  pid: number;
  queues: readonly string[];
}

/** A worker without a heartbeat for this long counts as dead or disconnected. */
export const WORKER_SILENCE = "interval '10 seconds'";
const FORGOTTEN = "interval '1 hour'";

const NOTE = `
  WITH gone AS (DELETE FROM workers WHERE process <> $1 AND seen_at < now() - ${FORGOTTEN})
  INSERT INTO workers (process, instance, host, pid, queues, work) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (process) DO UPDATE SET work = excluded.work, seen_at = now()`;

export const noteWorker = async (
  sql: Sql,
  { process, instance, host, pid, queues }: NotedWorker,
  work: readonly HeldWork[],
): Promise<void> => {
  await sql.query(NOTE, [process, instance, host, pid, queues, JSON.stringify(work)]);
};

export const forgetWorker = async (sql: Sql, process: string): Promise<void> => {
  await sql.query(`DELETE FROM workers WHERE process = $1`, [process]);
};
