import type { JobName } from "#shared/contract/jobs.ts";
import type { Sql } from "./sql.ts";

/** What a worker has in hand. */
export interface HeldWork {
  job: JobName;
  id: number;
  attempt: number;
  /** ISO 8601. */
  since: string;
}

/** A worker, as admins see it. */
interface NotedWorker {
  /** Nobody else's. */
  process: string;
  /** As the log calls it. */
  instance: string;
  host: string;
  pid: number;
  queues: readonly string[];
}

/** One that has said nothing for so long is dead, or cut off; */
export const WORKER_SILENCE = "interval '10 seconds'";
/** and after so long, nobody's business any more. */
const FORGOTTEN = "interval '1 hour'";

const NOTE = `
  WITH gone AS (DELETE FROM workers WHERE process <> $1 AND seen_at < now() - ${FORGOTTEN})
  INSERT INTO workers (process, instance, host, pid, queues, work) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (process) DO UPDATE SET work = excluded.work, seen_at = now()`;

/** Notes that a worker is alive, and what it has in hand. */
export const noteWorker = async (
  sql: Sql,
  { process, instance, host, pid, queues }: NotedWorker,
  work: readonly HeldWork[],
): Promise<void> => {
  await sql.query(NOTE, [process, instance, host, pid, queues, JSON.stringify(work)]);
};

/** Takes a worker off the list that ends as it should. */
export const forgetWorker = async (sql: Sql, process: string): Promise<void> => {
  await sql.query(`DELETE FROM workers WHERE process = $1`, [process]);
};
