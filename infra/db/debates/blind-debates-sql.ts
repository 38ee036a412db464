import type { Speaker } from "#shared/domain/speaker.ts";
import type { Provider } from "#shared/domain/provider.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { mutateRows, selectRows, type Sql } from "../sql.ts";
import type { Tx } from "../transaction.ts";

/**
 * How long after its end a blind debate hides who spoke and judged from viewers who have not voted.
 * Then `revealDueDebates` writes the real names into the rows of the debate and its turns.
 */
const HIDDEN_FOR_SQL = "interval '24 hours'";

const COLUMN = { bot_a: "bot_a_provider", bot_b: "bot_b_provider" } as const;

/**
 * SQL for the real provider of a side of `debates d`, also while it is hidden. Only for jobs, and for
 * responses to a viewer who has voted.
 */
export const realProviderSql = (role: Role): string => `
  coalesce((SELECT i.${COLUMN[role]} FROM debate_identities i WHERE d.mystery AND i.debate_id = d.id),
           d.${COLUMN[role]})`;

/** SQL for a side's provider as a viewer sees it. `hasVoted` is a condition over `debates d`. */
export const shownProviderSql = (role: Role, hasVoted: string): string => `
  CASE WHEN d.mystery AND ${hasVoted} THEN ${realProviderSql(role)} ELSE d.${COLUMN[role]} END`;

/** SQL condition for whether the debate with this id hides its identities. */
export const hidesIdentitiesSql = (debateId: string): string =>
  `EXISTS (SELECT FROM debate_identities hidden WHERE hidden.debate_id = ${debateId})`;

export const hideIdentities = (
  tx: Tx,
  debateId: number,
  [botA, botB]: readonly [Provider, Provider],
): Promise<unknown> =>
  mutateRows(
    tx,
    `INSERT INTO debate_identities (debate_id, bot_a_provider, bot_b_provider) VALUES ($1, $2, $3)`,
    [debateId, botA, botB],
  );

const HIDE_JUDGE_SQL = `
  UPDATE debate_identities SET judge = $2, judge_model = $3 WHERE debate_id = $1 RETURNING debate_id`;

/**
 * Stores who wrote a verdict where viewers do not see it, if the debate is blind. Returns the judge
 * and model that the verdict itself may contain.
 */
export const hideVerdictJudge = async (
  tx: Tx,
  debateId: number,
  { judge, model }: { judge: Speaker; model: string | null },
): Promise<{ judge: Speaker; model: string | null }> => {
  const hidden = await mutateRows(tx, HIDE_JUDGE_SQL, [debateId, judge, model]);
  return hidden.length > 0 ? { judge: "judge", model: null } : { judge, model };
};

export interface TurnIdentity {
  turnId: number;
  model: string | null;
  judge: Speaker | null;
  judgeModel: string | null;
}

const HIDE_TURN_SQL = `
  INSERT INTO turn_identities AS known (turn_id, model, judge, judge_model) VALUES ($1, $2, $3, $4)
  ON CONFLICT (turn_id) DO UPDATE
     SET model = coalesce(excluded.model, known.model), judge = coalesce(excluded.judge, known.judge),
         judge_model = coalesce(excluded.judge_model, known.judge_model)`;

/** Stores who wrote or judged a turn of a blind debate. Values that are null change nothing. */
export const hideTurnIdentity = (
  tx: Tx,
  turnId: number,
  { model = null, judge = null, judgeModel = null }: Partial<Omit<TurnIdentity, "turnId">>,
): Promise<unknown> => mutateRows(tx, HIDE_TURN_SQL, [turnId, model, judge, judgeModel]);

const TURN_IDENTITIES_SQL = `
  SELECT n.turn_id AS "turnId", n.model, n.judge, n.judge_model AS "judgeModel"
    FROM turns t JOIN turn_identities n ON n.turn_id = t.id
   WHERE t.debate_id = $1
     AND EXISTS (SELECT FROM votes WHERE debate_id = $1 AND user_id = $2)`;

/** Returns the hidden identities of a debate's turns; empty if the user has not voted on it. */
export const listTurnIdentities = (
  sql: Sql,
  debateId: number,
  userId: number,
): Promise<TurnIdentity[]> => selectRows(sql, TURN_IDENTITIES_SQL, [debateId, userId]);

/** SQL for the votes of a debate's panel, as JSON. */
export const panelSql = (debateId: string): string => `
  (SELECT jsonb_agg(jsonb_build_object('judge', p.judge, 'vote', p.vote) ORDER BY p.seat)
     FROM panel_votes p WHERE p.debate_id = ${debateId})`;

/** Locks the debates first and their turns later, as all transactions do. */
const REVEAL_SQL = `
  WITH due AS (
    SELECT d.id, i.bot_a_provider, i.bot_b_provider, i.judge, i.judge_model
      FROM debate_identities i JOIN debates d ON d.id = i.debate_id
     WHERE d.status = 'completed' AND d.spoken_at < now() - ${HIDDEN_FOR_SQL}
     ORDER BY d.id LIMIT 100 FOR UPDATE OF d SKIP LOCKED),
  shown AS (
    UPDATE debates d
       SET bot_a_provider = due.bot_a_provider, bot_b_provider = due.bot_b_provider,
           scores = CASE WHEN d.scores ? 'panel'
                         THEN d.scores || jsonb_build_object('panel', ${panelSql("d.id")})
                         ELSE d.scores END
      FROM due WHERE d.id = due.id RETURNING d.id),
  shown_verdicts AS (
    UPDATE verdicts v SET judge = due.judge, model = due.judge_model
      FROM due WHERE v.debate_id = due.id AND due.judge IS NOT NULL),
  shown_turns AS (
    UPDATE turns t SET model = coalesce(n.model, t.model), judge = coalesce(n.judge, t.judge),
                       judge_model = coalesce(n.judge_model, t.judge_model)
      FROM turn_identities n, shown WHERE n.turn_id = t.id AND t.debate_id = shown.id
    RETURNING t.id),
  forgotten AS (DELETE FROM turn_identities n USING shown_turns t WHERE n.turn_id = t.id)
  DELETE FROM debate_identities i USING shown WHERE i.debate_id = shown.id RETURNING i.debate_id AS id`;

/** The search index of a debate contains its providers, so a reveal must update it. */
const INDEX_REVEALED_SQL = `
  UPDATE debate_words SET words = words_of_debate(debate_id, '')
   WHERE debate_id = ANY ($1::int[]) AND turn_number = 0`;

/** Reveals the identities of blind debates that ended a day ago. */
export const revealDueDebates = async (sql: Sql): Promise<void> => {
  const revealed = await mutateRows<{ id: number }>(sql, REVEAL_SQL);
  if (revealed.length > 0)
    await mutateRows(sql, INDEX_REVEALED_SQL, [revealed.map(({ id }) => id)]);
};
