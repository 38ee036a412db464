import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import type { ChangeDebate, Debate } from "#shared/contract/debate.ts";
import { DEBATE_LISTS, refreshLists } from "#web/lib/refresh-lists.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { debateQuery } from "../queries.ts";

export const useChangeDebate = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (body: ChangeDebate) => request<Debate>("PATCH", queryKey[0], { body }),
    // A response already under way is outdated.
    onMutate: (_body, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: (changed, _body, _result, { client }) => {
      client.setQueryData<Debate | null>(queryKey, (debate) => debate && changed);
      void refreshLists(client, ...DEBATE_LISTS);
    },
    onError: toastError,
    onSettled: (_changed, _err, _body, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
};
