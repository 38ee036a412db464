import { selectRows, mutateRows } from "#infra/db/sql.ts";
import type { TurnColumns } from "#infra/presenters/turn-presenter.ts";
import { DomainError, hidden, notFound } from "#shared/contract/errors.ts";
import { can, type DebateSubject } from "#shared/domain/accounts/permissions.ts";
import {
  getReactionRefusal,
  type ReactionRefusal,
} from "#shared/domain/debates/audience/reaction-refusal.ts";
import { splitSpeech } from "#shared/domain/text/captions.ts";
import type { Context } from "../../context.ts";
import { type Outcome, runInBatches } from "../run-in-batches.ts";
import type { AddReaction, Reaction } from "./reaction.ts";

const TURNS_SQL = `
  SELECT t.id, t.debate_id AS "debateId", t.status, t.attempt, t.content, t.is_hidden AS "isHidden",
         d.user_id AS "userId", d.is_public AS "isPublic", d.only_owner_steps AS "onlyOwnerSteps",
         d.status AS "debateStatus"
    FROM turns t JOIN debates d ON d.id = t.debate_id
   WHERE t.id = ANY($1::int[])`;

/**
 * Skips reactions whose user was deleted or whose turn has a newer attempt. The rows are inserted
 * in a fixed order, so that two processes that store the same reactions cause no deadlock.
 */
const INSERT_SQL = `
  INSERT INTO sentence_reactions (turn_id, attempt, sentence, user_id)
  SELECT r.* FROM unnest($1::int[], $2::int[], $3::int[], $4::int[])
                    AS r (turn_id, attempt, sentence, user_id)
    JOIN turns t ON t.id = r.turn_id AND t.attempt = r.attempt
    JOIN users u ON u.id = r.user_id
   ORDER BY r.turn_id, r.attempt, r.sentence, r.user_id
  ON CONFLICT DO NOTHING
  RETURNING turn_id AS "turnId", user_id AS "userId"`;

type TurnRow = Pick<
  TurnColumns,
  "id" | "debateId" | "status" | "attempt" | "content" | "isHidden"
> &
  Omit<DebateSubject, "status"> & { debateStatus: DebateSubject["status"] };

interface ReactedTurn extends TurnRow {
  sentences: number;
}

const REFUSALS: Record<ReactionRefusal, () => DomainError> = {
  hidden: () => new DomainError("conflict", "This turn is hidden."),
  not_spoken: () => new DomainError("conflict", "This sentence has not been spoken yet."),
  no_such_sentence: () => new DomainError("invalid", "This turn has no such sentence."),
};

const requireReactable = (turn: ReactedTurn | undefined, reaction: Reaction): ReactedTurn => {
  if (!turn) throw notFound("Turn");
  const debate = { ...turn, status: turn.debateStatus };
  if (!can(reaction.viewer, "react", debate)) throw hidden("Turn");
  const refusal = getReactionRefusal(turn, reaction.sentence);
  if (refusal) throw REFUSALS[refusal]();
  return turn;
};

const check = (turn: ReactedTurn | undefined, reaction: Reaction): Outcome<ReactedTurn> => {
  try {
    return { value: requireReactable(turn, reaction) };
  } catch (error) {
    return { error };
  }
};

type AddReactionDeps = Pick<Context, "sql" | "streamingTexts" | "audience">;

const storeReactions = async (
  { sql, streamingTexts, audience }: AddReactionDeps,
  reactions: readonly Reaction[],
): Promise<Outcome<void>[]> => {
  const ids = [...new Set(reactions.map(({ turnId }) => turnId))];
  const rows = await selectRows<TurnRow>(sql, TURNS_SQL, [ids]);
  const turns = new Map<number, ReactedTurn>();
  for (const row of rows) {
    const turn = streamingTexts.withLatestText(row);
    turns.set(row.id, { ...turn, sentences: splitSpeech(turn.content).length });
  }
  const outcomes = reactions.map((reaction) => check(turns.get(reaction.turnId), reaction));
  const accepted = reactions.filter((_reaction, index) => !outcomes[index]?.error);
  if (accepted.length > 0) {
    const stored = await mutateRows<{ turnId: number; userId: number }>(sql, INSERT_SQL, [
      accepted.map(({ turnId }) => turnId),
      accepted.map(({ turnId }) => turns.get(turnId)?.attempt),
      accepted.map(({ sentence }) => sentence),
      accepted.map(({ viewer }) => viewer.id),
    ]);
    for (const debateId of new Set(rows.map((row) => row.debateId))) {
      const own = stored.filter(({ turnId }) => turns.get(turnId)?.debateId === debateId);
      if (own.length > 0)
        audience.announce({
          debateId,
          turnIds: [...new Set(own.map(({ turnId }) => turnId))],
          userIds: [...new Set(own.map(({ userId }) => userId))],
        });
    }
  }
  return outcomes.map(({ error }) => ({ error }));
};

/**
 * Returns a function that stores a user's reaction to a sentence. A repeated reaction has no
 * effect. Reactions that arrive together are stored together, and the promise resolves after their
 * commit. Throws `not_found`, `conflict` for a sentence that is hidden or not spoken yet, and
 * `invalid` for a sentence that does not exist.
 */
export const createAddReaction = (deps: AddReactionDeps): AddReaction =>
  runInBatches((reactions) => storeReactions(deps, reactions));
