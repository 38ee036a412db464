import type { JobName } from "#shared/contract/jobs.ts";
import type { Amounts, Paid } from "#shared/domain/spending.ts";
import { change, type Sql } from "./sql.ts";

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

const OF_TURN = `
  SELECT d.user_id, d.id AS debate_id, t.id AS turn_id
    FROM turns t JOIN debates d ON d.id = t.debate_id WHERE t.id =`;

const OF_DEBATE = `
  SELECT d.user_id, d.id AS debate_id, NULL::int AS turn_id FROM debates d WHERE d.id =`;

const ofUserIn = (table: string): string =>
  `SELECT d.user_id, NULL::int AS debate_id, NULL::int AS turn_id FROM ${table} d WHERE d.id =`;

/** Whose the work is, by the id of its row. */
const SUBJECT = {
  "generate-turn": OF_TURN,
  "judge-turn": OF_TURN,
  "judge-debate": OF_DEBATE,
  // These ask no model.
  "auto-play": OF_DEBATE,
  "send-mail": ofUserIn("mails"),
  "export-data": ofUserIn("exports"),
  moderate: `
    SELECT d.user_id, d.id AS debate_id, m.turn_id
      FROM moderations m JOIN debates d ON d.id = m.debate_id WHERE m.id =`,
  "synthesize-speech": `
    SELECT d.user_id, d.id AS debate_id, t.id AS turn_id
      FROM audio_cache a JOIN turns t ON t.id = a.turn_id JOIN debates d ON d.id = t.debate_id
     WHERE a.id =`,
} as const satisfies Record<JobName, string>;

/** The values of `bookUsage`, in its order. */
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
      subject AS (${SUBJECT[job]} ${id} ${lock}),
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
