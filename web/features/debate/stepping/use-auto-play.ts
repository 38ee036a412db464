import { useMutation } from "@tanstack/react-query";
import type { AutoPlay, Debate } from "#shared/contract/debate.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { debateQuery } from "../queries.ts";

/** Has the debate ask for its next turns by itself, or pauses it: for everybody who watches. */
export const useAutoPlay = (debateId: number) => {
  const { queryKey } = debateQuery(debateId);
  return useMutation({
    mutationFn: (on: boolean) =>
      request<AutoPlay>("PUT", `${queryKey[0]}/auto-play`, { body: { on } }),
    // An answer that is on its way is of before.
    onMutate: (_on, { client }) => client.cancelQueries({ queryKey }),
    onSuccess: (autoPlay, _on, _result, { client }) =>
      client.setQueryData<Debate | null>(queryKey, (debate) => debate && { ...debate, autoPlay }),
    onError: toastError,
    onSettled: (_autoPlay, _err, _on, _result, { client }) =>
      client.invalidateQueries({ queryKey }),
  });
};
