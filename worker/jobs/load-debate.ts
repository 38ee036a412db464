import type { Debate } from "#infra/db/entities/debate.ts";
import type { Turn } from "#infra/db/entities/turn.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import type { Loads } from "#infra/db/claim-work.ts";
import { LostWork } from "#infra/db/work.ts";
import { TURN_COLUMNS, type TurnColumns } from "#infra/views/turn-view.ts";
import type { Speech } from "../prompts/transcript.ts";

export type DebateForJob = Pick<
  Debate,
  "id" | "topic" | "format" | "maxTurns" | "botAProvider" | "botBProvider" | "scores" | "refusal"
> & {
  /** The topic has not been moderated yet. */
  isTopicOpen: boolean;
};
export type TurnForJob = TurnColumns &
  Pick<Turn, "judgingAttempt" | "priority"> & { askedBy: number };

/** Columns of `DebateForJob`, from `debates d`. */
export const DEBATE = `
  d.id, d.topic, d.format, d.max_turns AS "maxTurns", d.bot_a_provider AS "botAProvider",
  d.bot_b_provider AS "botBProvider", d.scores, d.refusal,
  EXISTS (SELECT FROM moderations m WHERE m.debate_id = d.id AND m.turn_id IS NULL
             AND m.status IN ('pending', 'running')) AS "isTopicOpen"`;

/**
 * JSON array of the speeches of `debates d`, in order. The text of hidden turns is replaced, so
 * that models cannot repeat it.
 */
const speeches = (which: string): string => `
  (SELECT coalesce(json_agg(speech ORDER BY speech."turnNumber"), '[]')
     FROM (SELECT turn_number AS "turnNumber", role,
                  CASE WHEN is_hidden THEN '(This speech was removed.)' ELSE content END AS content
             FROM turns
            WHERE debate_id = d.id ${which}) AS speech)`;

const ONE_DEBATE = `
  SELECT (SELECT to_json(debate) FROM (SELECT ${DEBATE}) AS debate) AS debate,
         ${speeches("")} AS speeches
    FROM debates d WHERE d.id = $1`;

/** A turn, its debate and the speeches before it, for the row `turns w`. */
export const LOADED_TURN: Loads<LoadedTurn> = `
  (SELECT json_build_object(
            'turn', (SELECT to_json(turn) FROM (SELECT ${TURN_COLUMNS},
                            t.judging_attempt AS "judgingAttempt", t.priority,
                            coalesce(t.asked_by, d.user_id) AS "askedBy") AS turn),
            'debate', (SELECT to_json(debate) FROM (SELECT ${DEBATE}) AS debate),
            'speeches', ${speeches("AND turn_number < t.turn_number")})
     FROM (SELECT w.*) AS t JOIN debates d ON d.id = t.debate_id)`;

interface LoadedDebate {
  debate: DebateForJob;
  speeches: Speech[];
}

export interface LoadedTurn extends LoadedDebate {
  turn: TurnForJob;
}

/** Loads a debate and all its speeches. Throws `LostWork` if it was deleted. */
export const loadDebate = async (sql: Sql, id: number): Promise<LoadedDebate> => {
  const [loaded] = await select<LoadedDebate>(sql, ONE_DEBATE, [id]);
  if (!loaded) throw new LostWork();
  return loaded;
};
