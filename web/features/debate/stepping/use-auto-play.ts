import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type { AutoPlay, Debate } from "#shared/contract/debates/debate.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";

/** Turns Auto-Play on or off for all viewers. */
export const useSetAutoPlay = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (on: boolean) =>
      request<AutoPlay>("PUT", `${queryKey[0]}/auto-play`, { body: { on } }),
    // Cancels a refetch in flight, whose response would not contain this change.
    onMutate: (_on, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: (autoPlay, _on, _result, { client }) =>
      client.setQueryData<Debate | null>(queryKey, (debate) => debate && { ...debate, autoPlay }),
    onError: showErrorToast,
    onSettled: (_autoPlay, _err, _on, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
};

export type AutoPlayMutation = ReturnType<typeof useSetAutoPlay>;
