import type { JobName } from "#shared/contract/jobs.ts";
import {
  BLIND_SERVICE,
  type UsageAmounts,
  type PaidService,
} from "#shared/domain/billing/spending.ts";
import { hidesIdentitiesSql } from "../debates/blind-debates-sql.ts";
import { mutateRows, type Sql } from "../sql.ts";
import { JOB_TABLES } from "../jobs/job-tables.ts";

export interface ModelUsage extends UsageAmounts {
  provider: PaidService;
  model: string;
  requests: number;
  /** Whether some amounts are estimated, because the vendor did not report them. */
  isEstimated: boolean;
  /** Price in millionths of a dollar. */
  price: number;
}

/**
 * SQL for the owner, debate and turn of a job. Returns no row if the job belongs to no debate, such
 * as an announcement.
 */
const usageSubjectSql = (job: JobName, id: string): string => {
  const { table, debate, turn } = JOB_TABLES[job];
  return `
    SELECT d.user_id, d.id AS debate_id, ${turn} AS turn_id
      FROM ${table} w JOIN debates d ON d.id = ${debate} WHERE w.id = ${id}`;
};

/**
 * SQL for the provider or model of a row of `usage`. It is `blind` while a blind debate hides its
 * models. The voice is never hidden, because blind debates have neutral voices.
 */
export const visibleUsageSql = (column: "provider" | "model"): string => `
  CASE WHEN usage.kind IN ('generate-turn', 'judge-turn', 'judge-debate', 'repeat-verdict', 'judge-in-panel')
        AND ${hidesIdentitiesSql("usage.debate_id")} THEN '${BLIND_SERVICE}' ELSE usage.${column} END`;

const getUsageParameters = (kind: JobName, usage: ModelUsage): unknown[] => [
  kind,
  usage.provider,
  usage.model,
  usage.requests,
  usage.inputTokens,
  usage.outputTokens,
  usage.characters,
  usage.isEstimated,
  usage.price,
];

interface SqlClause {
  /** Common table expressions (CTEs) for a WITH clause. The first is named `subject`. */
  text: string;
  values: unknown[];
}

/**
 * Builds CTEs that insert the usage row as part of a larger statement. `id` is the parameter with
 * the id of the job's row; the other parameters start at $`next`. Usage of a deleted debate has no
 * user.
 */
export const buildUsageClause = (
  job: JobName,
  usage: ModelUsage,
  { id, next, lock = "", where = "" }: { id: string; next: number; lock?: string; where?: string },
): SqlClause => {
  const types = "text text text int int int int boolean int".split(" ");
  const placeholders = types.map((type, n) => `$${next + n}::${type}`).join(", ");
  return {
    text: `
      subject AS (${usageSubjectSql(job, id)} ${lock}),
      booked AS (
        INSERT INTO usage (kind, provider, model, requests, input_tokens, output_tokens, characters,
                           is_estimated, price, user_id, debate_id, turn_id)
        SELECT ${placeholders}, (SELECT user_id FROM subject), (SELECT debate_id FROM subject),
               (SELECT turn_id FROM subject) ${where}
        RETURNING id)`,
    values: getUsageParameters(job, usage),
  };
};

/**
 * Inserts the usage of an attempt that has lost its lease, because the provider charges for it.
 * Locks the debate, so that it is not deleted while the row is inserted.
 */
export const recordLostUsage = async (
  sql: Sql,
  { job, id }: { job: JobName; id: number },
  usage: ModelUsage,
): Promise<void> => {
  const { text, values } = buildUsageClause(job, usage, {
    id: "$1",
    next: 2,
    lock: "FOR KEY SHARE OF d",
  });
  await mutateRows(sql, `WITH ${text} SELECT id FROM booked`, [id, ...values]);
};
