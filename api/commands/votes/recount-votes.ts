import { DebateEntity } from "#infra/db/entities/debate.ts";
import type { Locked } from "#infra/db/row-locks.ts";
import { requireFirstRow, selectRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { computePopularity } from "#shared/domain/debates/audience/popularity.ts";

interface VoteCounts {
  botA: number;
  botB: number;
  upvotes: number;
  downvotes: number;
}

const VOTE_COUNTS_SQL = `
  SELECT count(*) FILTER (WHERE said = 'bot_a')::int AS "botA",
         count(*) FILTER (WHERE said = 'bot_b')::int AS "botB",
         count(*) FILTER (WHERE said = 'up')::int AS upvotes,
         count(*) FILTER (WHERE said = 'down')::int AS downvotes
    FROM (SELECT winner AS said FROM votes WHERE debate_id = $1
           UNION ALL SELECT type FROM debate_votes WHERE debate_id = $1) AS every_vote`;

export const recountVotes = async (
  tx: Tx,
  { id, createdAt }: Locked<Pick<DebateEntity, "id" | "createdAt">>,
): Promise<VoteCounts> => {
  const counts = requireFirstRow(await selectRows<VoteCounts>(tx, VOTE_COUNTS_SQL, [id]));
  const { botA, botB, upvotes, downvotes } = counts;
  const winnerVotes = botA + botB;
  const popular = computePopularity({ upvotes, downvotes, winnerVotes, createdAt });
  await tx.update(DebateEntity, id, { upvotes, downvotes, winnerVotes, popularity: popular });
  return counts;
};
