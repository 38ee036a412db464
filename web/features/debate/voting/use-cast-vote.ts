import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import type { CastVote, CastVoteAnswer, Debate } from "#shared/contract/debate.ts";
import type { Role } from "#shared/domain/side.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { debateQuery } from "../queries.ts";

/** Votes for the winner of a completed debate. A second vote replaces the first. */
export const useCastVote = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (winner: Role) => {
      const body: CastVote = { winner };
      return request<CastVoteAnswer>("POST", `${queryKey[0]}/vote`, { body });
    },
    onSuccess: ({ winner, winnerVotes }, _winner, _result, { client }) => {
      client.setQueryData<Debate | null>(
        queryKey,
        (debate) => debate && { ...debate, myVote: winner, winnerVotes },
      );
      toast({ title: "Vote recorded", description: "Thank you for your vote!" });
    },
    onError: toastError,
  });
};
