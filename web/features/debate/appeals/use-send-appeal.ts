import type { AppealRequest } from "#shared/contract/debates/appeals.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast, showToast } from "#web/lib/toast.ts";
import { appealsQuery } from "./appeals-query.ts";

/** Sends the viewer's appeal. `onSent` is called when it is stored. */
export const useSendAppeal = (debateId: number, onSent: () => void) => {
  const { queryKey } = appealsQuery(debateId);
  return useSingleMutation({
    mutationFn: (body: AppealRequest) =>
      request<undefined>("POST", `/api/debates/${debateId}/appeal`, { body }),
    onSuccess: (_nothing, { ground }, _result, { client }) => {
      showToast({ title: "Appeal sent", description: "An admin will decide about it." });
      onSent();
      client.setQueryData(
        queryKey,
        (appeals) => appeals && { ...appeals, openUntil: null, mine: { ground, decision: null } },
      );
    },
    onError: (err, _body, _result, { client }) => {
      showErrorToast(err);
      // It may be too late, or another tab may have appealed.
      void client.invalidateQueries({ queryKey, exact: true });
    },
  });
};
