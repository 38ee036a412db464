import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { mergeTurn } from "../live/merge-turn-event.ts";
import { debateQuery, turnsQuery } from "../debate-queries.ts";

/** Requests the next turn. If one is already in progress, the server returns that one. */
export const useRequestNextTurn = (debateId: number) => {
  const { queryKey: turnsKey } = turnsQuery(debateId);
  const { queryKey: debateKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: () => request<Turn>("POST", turnsKey[0]),
    onSuccess: (turn, _none, _result, { client }) => {
      client.setQueryData<Turn[]>(turnsKey, (turns) => turns && mergeTurn(turns, turn));
      void client.invalidateQueries({ queryKey: turnsKey });
      void client.invalidateQueries({ queryKey: debateKey });
    },
    onError: showErrorToast,
  });
};

export type NextTurnMutation = ReturnType<typeof useRequestNextTurn>;
