import { selectRows, type Sql } from "#infra/db/sql.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { Format } from "#shared/domain/debates/debate.ts";

export interface ModeratedText {
  debateId: number;
  /** Null if the text is a debate's topic. */
  turnId: number | null;
  text: string;
  format: Format;
}

const MODERATED_TEXT_SQL = `
  SELECT m.debate_id AS "debateId", m.turn_id AS "turnId", d.format,
         CASE WHEN m.turn_id IS NULL THEN d.topic ELSE t.content END AS text
    FROM moderations m JOIN debates d ON d.id = m.debate_id LEFT JOIN turns t ON t.id = m.turn_id
   WHERE m.id = $1`;

/** Throws `LeaseLostError` if the text's debate was deleted. */
export const loadModeratedText = async (sql: Sql, moderationId: number): Promise<ModeratedText> => {
  const [found] = await selectRows<ModeratedText>(sql, MODERATED_TEXT_SQL, [moderationId]);
  if (!found) throw new LeaseLostError();
  return found;
};
