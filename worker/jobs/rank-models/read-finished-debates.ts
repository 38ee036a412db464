import type { DataSource } from "typeorm";
import { PRESENT_CHARTER_SQL } from "#infra/db/debates/present-charter-sql.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { FinishedDebate, SpeakerFigures } from "#shared/domain/leaderboard/finished-debate.ts";
import { getWinner, type Scores } from "#shared/domain/debates/judging/score.ts";
import { SEAL_LIFETIME_MS } from "#shared/domain/debates/judging/sealed-results.ts";
import { MAX_ID } from "#shared/domain/id.ts";
import { SIMULATED_MODEL } from "#shared/domain/model-name.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";

/** Debates per statement, so that each one takes less than a second. */
const BATCH_SIZE = 1000;
/** Only the newest debates count. Bounds the memory and the time of the job. */
export const MAX_DEBATES = 100_000;
export const STATEMENT_TIMEOUT_SQL = "SET LOCAL statement_timeout = '10s'";

/**
 * Debates count from this time after their end on. Earlier, a change of the leaderboard could show
 * who speaks in a blind debate.
 */
const DELAY_SQL = "interval '24 hours'";

const IS_RATED_VOTER_SQL = "voted.user_id <> d.user_id AND u.created_at < d.created_at";

/**
 * Whether the results were hidden from the voter. Older votes do not store this. It then follows
 * from the times of the vote and of a skip.
 */
const WAS_SEALED_SQL = `
  coalesce(voted.was_sealed,
           voted.created_at < d.spoken_at + interval '${SEAL_LIFETIME_MS} milliseconds'
           AND NOT EXISTS (SELECT FROM skipped_votes s
                            WHERE s.debate_id = d.id AND s.user_id = voted.user_id
                              AND s.created_at <= voted.created_at))`;

/**
 * Selects the votes that count. Leaves out those of the owner, of accounts younger than the debate,
 * and of viewers who had seen the results. Only a viewer's first answer counts, because later ones
 * follow the results. A vote for neither side is a tie.
 */
const VOTES_SQL = `
  SELECT coalesce(sum(1), 0)::int AS votes, coalesce(sum(part), 0)::float8 AS "forVotes" FROM (
    SELECT (voted.first_winner = 'bot_a')::int::float8 AS part
      FROM votes voted JOIN users u ON u.id = voted.user_id
     WHERE voted.debate_id = d.id AND voted.first_winner IS NOT NULL AND ${IS_RATED_VOTER_SQL}
       AND ${WAS_SEALED_SQL}
    UNION ALL
    SELECT 0.5 FROM skipped_votes voted JOIN users u ON u.id = voted.user_id
     WHERE voted.debate_id = d.id AND voted.is_undecided AND voted.was_sealed
       AND ${IS_RATED_VOTER_SQL}
  ) AS rated`;

/** A model counts only if it wrote all turns of its side. A price of 0 means an unknown price. */
const speakerSql = (role: "bot_a" | "bot_b"): string => `
  SELECT jsonb_build_object(
           'provider', d.${role}_provider,
           'model', CASE WHEN count(*) = count(t.model) AND count(DISTINCT t.model) = 1
                         THEN min(t.model) END,
           'length', coalesce(sum(octet_length(t.content)), 0),
           'price', CASE WHEN bool_and(paid.price > 0) THEN sum(paid.price) END) AS figures
    FROM turns t
    LEFT JOIN LATERAL (
      SELECT sum(price)::int AS price FROM usage
       WHERE debate_id = d.id AND turn_id = t.id AND kind = 'generate-turn') paid ON true
   WHERE t.debate_id = d.id AND t.role = '${role}'`;

/** `scores` come from a single judge even if several judges decide the verdict. */
const VERDICT_SQL = `
  jsonb_build_object(
    'provider', v.judge, 'model', v.model, 'winner', v.winner, 'wavered', v.wavered,
    'isOfSeason', v.charter = $4,
    'isDemo', coalesce(v.model = $3, false)
      OR v.judge = 'panel' AND EXISTS (SELECT FROM panel_votes p
                                        WHERE p.debate_id = d.id AND p.vote IS NOT NULL AND p.model = $3),
    'scores', jsonb_build_object('botA', d.scores -> 'botA', 'botB', d.scores -> 'botB'))`;

/**
 * SQL for whether a debate counts. `providers` is the SQL parameter with all provider names. A
 * blind debate has neutral names in its provider columns until it shows its models, so it does not
 * count before.
 */
export const isCountedSql = (providers: string): string => `
  d.status = 'completed' AND d.is_public AND NOT d.is_unlisted
  AND d.spoken_at < now() - ${DELAY_SQL}
  AND d.bot_a_provider = ANY (${providers}::text[]) AND d.bot_b_provider = ANY (${providers}::text[])`;

const DEBATES_SQL = `
  WITH d AS (
    SELECT * FROM debates d
     WHERE d.id < $1 AND ${isCountedSql("$2")}
     ORDER BY d.id DESC LIMIT ${BATCH_SIZE})
  SELECT d.id, d.topic, d.format,
         EXISTS (SELECT FROM turns t WHERE t.debate_id = d.id AND t.model = $3) AS "isDemo",
         audience.votes, audience."forVotes", a.figures AS "forSpeaker", b.figures AS "againstSpeaker",
         CASE WHEN v.judge = 'panel' OR v.judge = ANY ($2::text[]) THEN ${VERDICT_SQL} END AS verdict
    FROM d
    CROSS JOIN LATERAL (${VOTES_SQL}) audience
    LEFT JOIN LATERAL (${speakerSql("bot_a")}) a ON d.mystery AND NOT d.named_itself
    LEFT JOIN LATERAL (${speakerSql("bot_b")}) b ON d.mystery AND NOT d.named_itself
    LEFT JOIN verdicts v ON v.debate_id = d.id
   ORDER BY d.id DESC`;

type Verdict = NonNullable<FinishedDebate["verdict"]>;

interface DebateRow extends Omit<FinishedDebate, "speakers" | "verdict"> {
  forSpeaker: SpeakerFigures | null;
  againstSpeaker: SpeakerFigures | null;
  verdict: (Omit<Verdict, "scoresWinner"> & { scores: Scores }) | null;
}

const toVerdict = ({ scores, ...verdict }: NonNullable<DebateRow["verdict"]>): Verdict => ({
  ...verdict,
  scoresWinner: getWinner(scores),
});

const toFinishedDebate = ({
  forSpeaker,
  againstSpeaker,
  verdict,
  ...row
}: DebateRow): FinishedDebate => ({
  ...row,
  verdict: verdict && toVerdict(verdict),
  speakers: forSpeaker && againstSpeaker && { for: forSpeaker, against: againstSpeaker },
});

/** Reads the newest finished public debates whose identities are public, in batches. */
export const readFinishedDebates = async (
  db: DataSource,
  signal: AbortSignal,
): Promise<FinishedDebate[]> => {
  // Before the first start of a worker there are no rules of judging, and so no verdicts under
  // them.
  const [charter] = await selectRows<{ hash: string }>(db, PRESENT_CHARTER_SQL);
  const values = [PROVIDERS, SIMULATED_MODEL, charter?.hash ?? ""];
  const debates: FinishedDebate[] = [];
  let before = MAX_ID;
  for (;;) {
    signal.throwIfAborted();
    const rows = await db.transaction(async (tx) => {
      await tx.query(STATEMENT_TIMEOUT_SQL);
      return selectRows<DebateRow>(tx, DEBATES_SQL, [before, ...values]);
    });
    debates.push(...rows.map(toFinishedDebate));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE || debates.length >= MAX_DEBATES) return debates;
    before = last.id;
  }
};
