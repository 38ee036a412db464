import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";
import { breakSeal } from "./break-seal.ts";

/** Shows the results, which are otherwise hidden until the vote, without a vote. */
export const useSkipVote = (debateId: number) =>
  useSingleMutation({
    mutationFn: () => request("POST", `${debateQuery(debateId).queryKey[0]}/skip-vote`),
    onSuccess: (_answer, _nothing, _result, { client }) => breakSeal(client, debateId),
    onError: showErrorToast,
  });
