import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type { ChangeDebateRequest, Debate } from "#shared/contract/debates/debate.ts";
import { DEBATE_LIST_PATHS, invalidateLists } from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";

export const useUpdateDebate = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (body: ChangeDebateRequest) => request<Debate>("PATCH", queryKey[0], { body }),
    // Cancels a refetch in flight, whose response would not contain this change.
    onMutate: (_body, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: (changed, _body, _result, { client }) => {
      client.setQueryData<Debate | null>(
        queryKey,
        (debate) => debate && { ...changed, sentenceReactions: debate.sentenceReactions },
      );
      void invalidateLists(client, ...DEBATE_LIST_PATHS);
    },
    onError: showErrorToast,
    onSettled: (_changed, _err, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
};
