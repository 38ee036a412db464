import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type { CastVoteRequest, CastVoteResponse } from "#shared/contract/debates/debate.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";
import { breakSeal } from "./break-seal.ts";

/** Votes for the winner of a completed debate. A second vote replaces the first. */
export const useCastVote = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (winner: Role) => {
      const body: CastVoteRequest = { winner };
      return request<CastVoteResponse>("POST", `${queryKey[0]}/vote`, { body });
    },
    onSuccess: ({ winner, winnerVotes }, _winner, _result, { client }) => {
      breakSeal(client, debateId, { myVote: winner, winnerVotes });
      showToast({ title: "Vote recorded", description: "Thank you for your vote!" });
    },
    onError: showErrorToast,
  });
};
