import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type { SkipVoteRequest } from "#shared/contract/debates/swing.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";
import { breakSeal } from "./break-seal.ts";

/**
 * Shows the results to a viewer who chooses no side. The variable says whether this counts as a
 * vote for neither side.
 */
export const useSkipVote = (debateId: number) =>
  useSingleMutation({
    mutationFn: (undecided: boolean) => {
      const body: SkipVoteRequest = { undecided };
      return request("POST", `${debateQuery(debateId).queryKey[0]}/skip-vote`, { body });
    },
    onSuccess: (_answer, _nothing, _result, { client }) => breakSeal(client, debateId),
    onError: showErrorToast,
  });
