import { Debate } from "#infra/db/entities/debate.ts";
import type { Locked } from "#infra/db/locks.ts";
import { firstRow, select } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { popularity } from "#shared/domain/popularity.ts";

interface Counts {
  botA: number;
  botB: number;
  upvotes: number;
  downvotes: number;
}

const COUNTS = `
  SELECT count(*) FILTER (WHERE said = 'bot_a')::int AS "botA",
         count(*) FILTER (WHERE said = 'bot_b')::int AS "botB",
         count(*) FILTER (WHERE said = 'up')::int AS upvotes,
         count(*) FILTER (WHERE said = 'down')::int AS downvotes
    FROM (SELECT winner AS said FROM votes WHERE debate_id = $1
           UNION ALL SELECT type FROM debate_votes WHERE debate_id = $1) AS every_vote`;

export const recountVotes = async (
  tx: Tx,
  { id, createdAt }: Locked<Pick<Debate, "id" | "createdAt">>,
): Promise<Counts> => {
  const counts = firstRow(await select<Counts>(tx, COUNTS, [id]));
  const { botA, botB, upvotes, downvotes } = counts;
  const winnerVotes = botA + botB;
  const popular = popularity({ upvotes, downvotes, winnerVotes, createdAt });
  await tx.update(Debate, id, { upvotes, downvotes, winnerVotes, popularity: popular });
  return counts;
};
