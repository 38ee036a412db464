import type { JobName } from "#shared/contract/jobs.ts";
import type { Sql } from "./sql.ts";

/** Why a job failed: a code for programs, a sentence for admins. */
export interface Failure {
  code: string;
  message: string;
}

const UNKNOWN: Failure = { code: "failed", message: "It came to nothing." };

const KEPT = "interval '30 days'";

const NOTE = `
  WITH old AS (
    DELETE FROM work_failures WHERE (job, work_id) IN
      (SELECT job, work_id FROM work_failures
        WHERE failed_at < now() - ${KEPT} AND NOT (job = $1 AND work_id = $2)
        LIMIT 10 FOR UPDATE SKIP LOCKED))
  INSERT INTO work_failures (job, work_id, code, message) VALUES ($1, $2, $3, $4)
  ON CONFLICT (job, work_id) DO UPDATE
     SET code = excluded.code, message = excluded.message, failed_at = now()`;

/** Stores why a job failed permanently, in the transaction that ends it. */
export const noteWorkFailure = async (
  sql: Sql,
  { job, id, failure = UNKNOWN }: { job: JobName; id: number; failure?: Failure },
): Promise<void> => {
  const { code, message } = failure;
  await sql.query(NOTE, [job, id, code, message]);
};
