import { listAvailableProviders } from "#infra/env.ts";
import { selectRows } from "#infra/db/sql.ts";
import { type DebateColumns, presentDebate } from "#infra/presenters/debate-presenter.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { OwnReaction } from "#shared/contract/debates/reactions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { buildDebatesSql } from "./find-debates.ts";
import { listReactions } from "./list-reactions.ts";
import { requireVisible } from "../require-visible.ts";

/** The viewer's own reactions to sentences of the debate; null if there are none. */
const OWN_REACTIONS_SQL = `
  (SELECT json_agg(json_build_object('turnId', r.turn_id, 'attempt', r.attempt, 'sentence', r.sentence)
                   ORDER BY r.turn_id, r.sentence)
     FROM sentence_reactions r JOIN turns t ON t.id = r.turn_id AND t.attempt = r.attempt
    WHERE r.user_id = $1 AND t.debate_id = d.id) AS "ownReactions"`;

/** The statement of `getDebate`, for the warm-up of connections. */
export const ONE_DEBATE_SQL = `${buildDebatesSql(OWN_REACTIONS_SQL)} WHERE d.id = $2`;

type OneDebateColumns = DebateColumns & { ownReactions: OwnReaction[] | null };

/**
 * Returns a debate, read with one statement; for viewers who have reacted or voted, a second one
 * reads the reactions. Throws `not_found`, also for a private debate that the viewer may not see.
 */
export const getDebate = async (
  { coalescedSql, env }: Pick<Context, "env" | "coalescedSql">,
  viewer: Viewer,
  id: number,
): Promise<Debate> => {
  const [found] = await selectRows<OneDebateColumns>(coalescedSql, ONE_DEBATE_SQL, [
    viewer?.id ?? null,
    id,
  ]);
  const row = requireVisible(viewer, found);
  const { ownReactions, myVote } = row;
  const isRevealed = ownReactions !== null || myVote !== null;
  const sentenceReactions = isRevealed
    ? { turns: await listReactions(coalescedSql, id), mine: ownReactions ?? [] }
    : null;
  return presentDebate({ ...row, sentenceReactions }, viewer, listAvailableProviders(env));
};
