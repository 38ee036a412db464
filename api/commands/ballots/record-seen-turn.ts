import { paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { DomainError, hidden, notFound } from "#shared/contract/errors.ts";
import { can, type DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { Pace } from "#shared/domain/debates/debate.ts";
import { MAX_READING_CHARACTERS_PER_SECOND } from "#shared/domain/debates/audience/swing.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import { canCastBallot, isAskedBefore } from "#api/queries/debates/ballot-rules.ts";
import type { Context } from "../../context.ts";
import { computeNetworkDigest } from "../network-digest.ts";
import { type Outcome, runInBatches } from "../run-in-batches.ts";
import type { RecordSeenTurn, SeenTurn } from "./seen-turn.ts";

const TURNS_SQL = `
  SELECT t.id, t.turn_number AS "turnNumber", t.status AS "turnStatus", d.id AS "debateId",
         d.user_id AS "userId", d.is_public AS "isPublic", d.only_owner_steps AS "onlyOwnerSteps",
         d.status, ${paceSql("d")} AS pace
    FROM turns t JOIN debates d ON d.id = t.debate_id
   WHERE t.id = ANY($1::int[])`;

interface TurnRow extends DebateSubject {
  id: number;
  turnNumber: number;
  turnStatus: TurnStatus;
  debateId: number;
  pace: Pace;
}

/**
 * Skips users who were deleted. The rows are inserted in a fixed order, so that two processes cause
 * no deadlock.
 */
const INSERT_SQL = `
  INSERT INTO ballots (debate_id, user_id, is_asked, network)
  SELECT v.* FROM unnest($1::int[], $2::int[], $3::boolean[], $4::text[])
                    AS v (debate_id, user_id, is_asked, network)
    JOIN debates d ON d.id = v.debate_id
    JOIN users u ON u.id = v.user_id
   ORDER BY v.debate_id, v.user_id
  ON CONFLICT DO NOTHING`;

/**
 * Adds seen turns to ballots. A ballot stores a viewer's opinion before and after the debate. A
 * ballot is skipped if its turns are too long to be read in the time since it was created. Turn 1
 * is not counted, because it may have been read earlier. Returns the skipped ballots.
 */
const UPDATE_SQL = `
  WITH seen AS (
    SELECT debate_id, user_id, array_agg(turn_number) AS turns
      FROM unnest($1::int[], $2::int[], $3::int[]) AS s (debate_id, user_id, turn_number)
     GROUP BY debate_id, user_id),
  wanted AS (
    SELECT b.debate_id, b.user_id, b.created_at,
           ARRAY(SELECT DISTINCT n FROM unnest(b.seen_turns || s.turns) AS n ORDER BY n) AS turns
      FROM ballots b JOIN seen s USING (debate_id, user_id)
     ORDER BY b.debate_id, b.user_id FOR UPDATE OF b),
  stored AS (
    UPDATE ballots b SET seen_turns = w.turns FROM wanted w
     WHERE b.debate_id = w.debate_id AND b.user_id = w.user_id
       AND (SELECT coalesce(sum(length(t.content)), 0) FROM turns t
             WHERE t.debate_id = w.debate_id AND t.turn_number > 1 AND t.turn_number = ANY(w.turns))
           <= ${MAX_READING_CHARACTERS_PER_SECOND} * extract(epoch FROM now() - w.created_at)
    RETURNING b.debate_id, b.user_id)
  SELECT debate_id AS "debateId", user_id AS "userId" FROM wanted w
   WHERE NOT EXISTS (SELECT FROM stored s
                      WHERE s.debate_id = w.debate_id AND s.user_id = w.user_id)`;

const requireSeen = ({ viewer }: SeenTurn, turn: TurnRow | undefined): TurnRow => {
  if (!turn) throw notFound("Turn");
  if (!can(viewer, "vote", turn)) throw hidden("Turn");
  if (turn.turnStatus !== "complete")
    throw new DomainError("conflict", "This turn is not finished yet.");
  return turn;
};

interface AcceptedReport {
  seen: SeenTurn;
  turn: TurnRow;
}

/** Creates the ballots of viewers who have seen turn 1 before turn 2 comes into view. */
const createBallots = async (
  sql: Sql,
  secret: string | undefined,
  reports: readonly AcceptedReport[],
): Promise<void> => {
  const first = reports.filter(({ turn }) => turn.turnNumber === 1);
  const debates = new Map(first.map(({ turn }) => [turn.debateId, turn]));
  const openIds = new Set<number>();
  for (const [id, { status, pace }] of debates)
    if (await canCastBallot(sql, { id, status, pace })) openIds.add(id);
  const early = first.filter(({ turn }) => openIds.has(turn.debateId));
  await sql.query(INSERT_SQL, [
    early.map(({ turn }) => turn.debateId),
    early.map(({ seen }) => seen.viewer.id),
    early.map(({ seen, turn }) => isAskedBefore(secret, turn.debateId, seen.viewer.id)),
    early.map(({ seen, turn }) =>
      computeNetworkDigest(secret, "ballot", turn.debateId, seen.address),
    ),
  ]);
};

const toKey = (debateId: number, userId: number): string => `${debateId} ${userId}`;

const storeSeenTurns = async (
  { sql, env }: Pick<Context, "sql" | "env">,
  batch: readonly SeenTurn[],
): Promise<Outcome<void>[]> => {
  const ids = [...new Set(batch.map(({ turnId }) => turnId))];
  const rows = await selectRows<TurnRow>(sql, TURNS_SQL, [ids]);
  const turns = new Map(rows.map((row) => [row.id, row]));
  const reports: AcceptedReport[] = [];
  const outcomes = batch.map((seen): Outcome<void> => {
    try {
      reports.push({ seen, turn: requireSeen(seen, turns.get(seen.turnId)) });
      return {};
    } catch (error) {
      return { error };
    }
  });
  await createBallots(sql, env.sessionSecret, reports);
  const tooFast = await mutateRows<{ debateId: number; userId: number }>(sql, UPDATE_SQL, [
    reports.map(({ turn }) => turn.debateId),
    reports.map(({ seen }) => seen.viewer.id),
    reports.map(({ turn }) => turn.turnNumber),
  ]);
  const refused = new Set(tooFast.map(({ debateId, userId }) => toKey(debateId, userId)));
  return batch.map(({ turnId, viewer }, index) => {
    const debateId = turns.get(turnId)?.debateId ?? 0;
    const outcome = outcomes[index] ?? {};
    if (outcome.error !== undefined || !refused.has(toKey(debateId, viewer.id))) return outcome;
    return { error: new DomainError("conflict", "Nobody can have read this turn yet.") };
  });
};

/**
 * Returns a function that stores that a viewer has seen or heard a turn. Only viewers who were there
 * before turn 2 came into view are stored; other reports have no effect. Throws `not_found`, and
 * `conflict` for a turn that is not finished or cannot have been read yet.
 */
export const createRecordSeenTurn = (deps: Pick<Context, "sql" | "env">): RecordSeenTurn =>
  runInBatches((batch) => storeSeenTurns(deps, batch));
