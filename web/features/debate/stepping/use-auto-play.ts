import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import type { AutoPlay, Debate } from "#shared/contract/debate.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { debateQuery } from "../queries.ts";

/** Turns Auto-Play on or off for all viewers. */
export const useAutoPlay = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: (on: boolean) =>
      request<AutoPlay>("PUT", `${queryKey[0]}/auto-play`, { body: { on } }),
    // A response already under way is outdated.
    onMutate: (_on, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: (autoPlay, _on, _result, { client }) =>
      client.setQueryData<Debate | null>(queryKey, (debate) => debate && { ...debate, autoPlay }),
    onError: toastError,
    onSettled: (_autoPlay, _err, _on, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
};

export type SwitchAutoPlay = ReturnType<typeof useAutoPlay>;
