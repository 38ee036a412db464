import type { JobName } from "#shared/contract/jobs.ts";
import type { Sql } from "../sql.ts";

/** Why a job failed: a code for programs, a sentence for admins. */
export interface JobFailure {
  code: string;
  message: string;
}

const UNKNOWN_FAILURE: JobFailure = { code: "failed", message: "It came to nothing." };

const RECORD_FAILURE_SQL = `
  INSERT INTO job_failures (job, job_id, code, message) VALUES ($1, $2, $3, $4)
  ON CONFLICT (job, job_id) DO UPDATE
     SET code = excluded.code, message = excluded.message, failed_at = now()`;

/** Stores why a job failed permanently. Runs in the transaction that ends the job. */
export const recordJobFailure = async (
  sql: Sql,
  { job, id, failure = UNKNOWN_FAILURE }: { job: JobName; id: number; failure?: JobFailure },
): Promise<void> => {
  const { code, message } = failure;
  await sql.query(RECORD_FAILURE_SQL, [job, id, code, message]);
};
