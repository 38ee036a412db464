import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { request } from "#web/lib/request.ts";
import { toastError } from "#web/lib/toast.ts";
import { mergeTurn } from "../live/merge-event.ts";
import { debateQuery, turnsQuery } from "../queries.ts";

/** Requests the next turn. If one is already in progress, the server returns that one. */
export const useNextTurn = (debateId: number) => {
  const { queryKey: turnsKey } = turnsQuery(debateId);
  const { queryKey: debateKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: () => request<Turn>("POST", turnsKey[0]),
    onSuccess: (turn, _none, _result, { client }) => {
      client.setQueryData<Turn[]>(turnsKey, (turns) => turns && mergeTurn(turns, turn));
      void client.invalidateQueries({ queryKey: turnsKey });
      void client.invalidateQueries({ queryKey: debateKey });
    },
    onError: toastError,
  });
};

export type NextTurn = ReturnType<typeof useNextTurn>;
