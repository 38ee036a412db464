import type { QueryClient } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { debateQuery, turnsQuery } from "../debate-queries.ts";
import { swingQuery } from "../swing/swing-query.ts";

/** Unlocks the hidden results after the viewer has voted or skipped the vote, and loads them. */
export const breakSeal = (
  client: QueryClient,
  debateId: number,
  answer: Partial<Pick<Debate, "myVote" | "winnerVotes">> = {},
): void => {
  const { queryKey } = debateQuery(debateId);
  const before = client.getQueryData<Debate | null>(queryKey);
  client.setQueryData<Debate | null>(
    queryKey,
    (debate) => debate && { ...debate, ...answer, seal: null },
  );
  void client.invalidateQueries({ queryKey: swingQuery(debateId).queryKey, exact: true });
  // A vote shows hidden results, and the speakers of a blind debate.
  if (!before?.seal && !before?.mystery) return;
  void client.invalidateQueries({ queryKey, exact: true });
  void client.invalidateQueries({ queryKey: turnsQuery(debateId).queryKey, exact: true });
};
