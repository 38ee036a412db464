import type { DebateEntity } from "#infra/db/entities/debate.ts";
import type { TurnEntity } from "#infra/db/entities/turn.ts";
import { realProviderSql } from "#infra/db/debates/blind-debates-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { PreloadSql } from "#infra/db/jobs/claim-job.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { TURN_COLUMNS_SQL, type TurnColumns } from "#infra/presenters/turn-presenter.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { PromptSpeech } from "#worker/prompts/prompt-transcript.ts";

export type DebateForJob = Pick<
  DebateEntity,
  | "id"
  | "topic"
  | "language"
  | "format"
  | "maxTurns"
  | "botAProvider"
  | "botBProvider"
  | "mystery"
  | "scores"
  | "refusal"
> & {
  /** The providers that speak, also while a blind debate hides them. Never sent to a browser. */
  real: { botAProvider: Provider; botBProvider: Provider };
  /** Whether the topic's moderation has not ended yet. */
  isModerationPending: boolean;
};
export type TurnForJob = TurnColumns &
  Pick<TurnEntity, "judgingAttempt" | "priority" | "languageRepeated"> & { askedBy: number };

/** SQL columns of `DebateForJob`, selected from `debates d`. */
export const DEBATE_COLUMNS = `
  d.id, d.topic, d.language, d.format, d.max_turns AS "maxTurns", d.bot_a_provider AS "botAProvider",
  d.bot_b_provider AS "botBProvider", d.mystery, d.scores, d.refusal,
  json_build_object('botAProvider', ${realProviderSql("bot_a")},
                    'botBProvider', ${realProviderSql("bot_b")}) AS real,
  EXISTS (SELECT FROM moderations m WHERE m.debate_id = d.id AND m.turn_id IS NULL
             AND m.status IN ('pending', 'running')) AS "isModerationPending"`;

/**
 * JSON array of the speeches of `debates d`, in order. The text of hidden turns is replaced, so
 * that models cannot repeat it.
 */
const speechesSql = (which: string): string => `
  (SELECT coalesce(json_agg(speech ORDER BY speech."turnNumber"), '[]')
     FROM (SELECT turn_number AS "turnNumber", role,
                  CASE WHEN is_hidden THEN '(This speech was removed.)' ELSE content END AS content
             FROM turns
            WHERE debate_id = d.id ${which}) AS speech)`;

const LOAD_DEBATE_SQL = `
  SELECT (SELECT to_json(debate) FROM (SELECT ${DEBATE_COLUMNS}) AS debate) AS debate,
         ${speechesSql("")} AS speeches
    FROM debates d WHERE d.id = $1`;

/** SQL that loads a turn, its debate and the speeches before it. `turns w` is the turn's row. */
export const PRELOAD_TURN_SQL: PreloadSql<LoadedTurn> = `
  (SELECT json_build_object(
            'turn', (SELECT to_json(turn) FROM (SELECT ${TURN_COLUMNS_SQL},
                            t.judging_attempt AS "judgingAttempt", t.priority,
                            t.language_repeated AS "languageRepeated",
                            coalesce(t.asked_by, d.user_id) AS "askedBy") AS turn),
            'debate', (SELECT to_json(debate) FROM (SELECT ${DEBATE_COLUMNS}) AS debate),
            'speeches', ${speechesSql("AND turn_number < t.turn_number")})
     FROM (SELECT w.*) AS t JOIN debates d ON d.id = t.debate_id)`;

export interface LoadedDebate {
  debate: DebateForJob;
  speeches: PromptSpeech[];
}

export interface LoadedTurn extends LoadedDebate {
  turn: TurnForJob;
}

/** Loads a debate and all its speeches. Throws `LeaseLostError` if it was deleted. */
export const loadDebate = async (sql: Sql, id: number): Promise<LoadedDebate> => {
  const [loaded] = await selectRows<LoadedDebate>(sql, LOAD_DEBATE_SQL, [id]);
  if (!loaded) throw new LeaseLostError();
  return loaded;
};
