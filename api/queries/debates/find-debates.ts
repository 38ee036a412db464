import { listAvailableProviders } from "#infra/env.ts";
import { shownProviderSql } from "#infra/db/debates/blind-debates-sql.ts";
import { isSealedForSql } from "#infra/db/debates/sealed-results-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { autoPlaySql, paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import { type DebateColumns, presentDebate } from "#infra/presenters/debate-presenter.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";

/** SQL for the id of a debate that is linked to `d`, if viewer $1 may see it. */
const linkedDebateSql = (condition: string): string => `
  (SELECT other.id FROM debates other
    WHERE ${condition} AND (other.is_public OR other.user_id = $1))`;

/**
 * SQL for debates with the vote and reaction of viewer $1, and with additional `columns`. Vote
 * counts are included only for viewers who have voted.
 */
export const buildDebatesSql = (columns: string): string => `
  SELECT d.id, d.topic, d.language, d.status, d.max_turns AS "maxTurns", d.current_turn AS "currentTurn",
         d.created_at AS "createdAt", d.user_id AS "userId", u.username AS "ownerName",
         d.is_public AS "isPublic", d.mystery,
         ${shownProviderSql("bot_a", "mine.winner IS NOT NULL")} AS "botAProvider",
         ${shownProviderSql("bot_b", "mine.winner IS NOT NULL")} AS "botBProvider", d.bot_a_stance AS "botAStance",
         d.bot_b_stance AS "botBStance", d.format, d.share_enabled AS "shareEnabled", d.scores,
         d.upvotes, d.downvotes, d.refunded, d.refusal, d.is_unlisted AS "isUnlisted",
         d.only_owner_steps AS "onlyOwnerSteps", d.spending_pause AS "spendingPause",
         ${linkedDebateSql("other.id = d.rematch_of")} AS "rematchOf",
         ${linkedDebateSql("other.rematch_of = d.id")} AS "rematchId",
         ${paceSql("d")} AS pace,
         ${autoPlaySql("d")} AS "autoPlay", mine.winner AS "myVote", thumb.type AS "myReaction",
         ${isSealedForSql("$1")} AS "isSealed",
         CASE WHEN mine.winner IS NOT NULL THEN
           (SELECT json_build_object('botA', count(*) FILTER (WHERE winner = 'bot_a'),
                                     'botB', count(*) FILTER (WHERE winner = 'bot_b'))
              FROM votes WHERE debate_id = d.id)
         END AS "winnerVotes"${columns && `, ${columns}`}
    FROM debates d
    JOIN users u ON u.id = d.user_id
    LEFT JOIN votes mine ON mine.debate_id = d.id AND mine.user_id = $1
    LEFT JOIN debate_votes thumb ON thumb.debate_id = d.id AND thumb.user_id = $1`;

export const DEBATES_SQL = buildDebatesSql("");

/**
 * Returns debates as the viewer sees them. `rest` is constant SQL after FROM; its parameters start
 * at $2.
 */
export const findDebates = async (
  sql: Sql,
  { env }: Pick<Context, "env">,
  viewer: Viewer,
  rest: string,
  parameters: unknown[],
): Promise<Debate[]> => {
  const rows = await selectRows<DebateColumns>(sql, `${DEBATES_SQL} ${rest}`, [
    viewer?.id ?? null,
    ...parameters,
  ]);
  const available = listAvailableProviders(env);
  return rows.map((row) => presentDebate(row, viewer, available));
};
