import type { WorkerAdaptation } from "#shared/contract/admin/model-check.ts";
import type { JobName } from "#shared/contract/jobs.ts";
import type { Sql } from "../sql.ts";

export interface RunningJob {
  job: JobName;
  id: number;
  attempt: number;
  /** Start of the attempt, in ISO 8601. */
  since: string;
}

interface RegisteredWorker {
  /** Unique id of the worker process. */
  process: string;
  /** Name of the process in the logs. */
  instance: string;
  host: string;
  pid: number;
  queues: readonly string[];
}

/** A worker without a heartbeat for this long counts as dead or disconnected. */
export const WORKER_TIMEOUT_SQL = "interval '10 seconds'";

const RECORD_WORKER_SQL = `
  INSERT INTO workers (process, instance, host, pid, queues, work, adaptations)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (process) DO UPDATE
     SET work = excluded.work, adaptations = excluded.adaptations, seen_at = now()`;

export const recordWorkerHeartbeat = async (
  sql: Sql,
  { process, instance, host, pid, queues }: RegisteredWorker,
  work: readonly RunningJob[],
  adaptations: readonly WorkerAdaptation[],
): Promise<void> => {
  const lists = [JSON.stringify(work), JSON.stringify(adaptations)];
  await sql.query(RECORD_WORKER_SQL, [process, instance, host, pid, queues, ...lists]);
};

export const deleteWorker = async (sql: Sql, process: string): Promise<void> => {
  await sql.query(`DELETE FROM workers WHERE process = $1`, [process]);
};
