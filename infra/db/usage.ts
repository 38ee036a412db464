import type { JobName } from "#shared/contract/jobs.ts";
import type { Amounts, Paid } from "#shared/domain/spending.ts";
import { change, type Sql } from "./sql.ts";
import { WORK } from "./work-columns.ts";

/** What an attempt took of a model. */
export interface Usage extends Amounts {
  provider: Paid;
  model: string;
  requests: number;
  /** The vendor has not told all of it. */
  isEstimated: boolean;
  /** Millionths of a dollar. */
  price: number;
}

/** Whose the work is, by the id of its row: nobody's where it is about no debate (a mail, a notice). */
const subjectOf = (job: JobName, id: string): string => {
  const { table, debate, turn } = WORK[job];
  return `
    SELECT d.user_id, d.id AS debate_id, ${turn} AS turn_id
      FROM ${table} w JOIN debates d ON d.id = ${debate} WHERE w.id = ${id}`;
};

/** The values of `usageClause`, in its order. */
const valuesOf = (kind: JobName, usage: Usage): unknown[] => [
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

interface Clause {
  /** Common table expressions, the first of which is `subject`. */
  text: string;
  values: unknown[];
}

/**
 * Writes what the work took, as part of a statement whose next parameter is $`next`; `id` is the
 * parameter with the id of the work's row. What was taken for a debate that is gone is nobody's.
 */
export const usageClause = (
  job: JobName,
  usage: Usage,
  { id, next, lock = "", where = "" }: { id: string; next: number; lock?: string; where?: string },
): Clause => {
  const types = "text text text int int int int boolean int".split(" ");
  const taken = types.map((type, n) => `$${next + n}::${type}`).join(", ");
  return {
    text: `
      subject AS (${subjectOf(job, id)} ${lock}),
      booked AS (
        INSERT INTO usage (kind, provider, model, requests, input_tokens, output_tokens, characters,
                           is_estimated, price, user_id, debate_id, turn_id)
        SELECT ${taken}, (SELECT user_id FROM subject), (SELECT debate_id FROM subject),
               (SELECT turn_id FROM subject) ${where}
        RETURNING id)`,
    values: valuesOf(job, usage),
  };
};

/**
 * Writes what an attempt took that has lost its work: it is paid all the same. Its debate is held
 * meanwhile, and nothing else, so that it is not deleted without hearing of it.
 */
export const bookLostUsage = async (
  sql: Sql,
  { job, id }: { job: JobName; id: number },
  usage: Usage,
): Promise<void> => {
  const { text, values } = usageClause(job, usage, {
    id: "$1",
    next: 2,
    lock: "FOR KEY SHARE OF d",
  });
  await change(sql, `WITH ${text} SELECT id FROM booked`, [id, ...values]);
};
