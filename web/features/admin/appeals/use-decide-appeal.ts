import type { AppealDecisionRequest } from "#shared/contract/debates/appeals.ts";
import { invalidateLists } from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showErrorToast, showToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Sends an admin's decision. `onDone` is called after it, when the appeal leaves the list. */
export const useDecideAppeal = (appealId: number, onDone: () => void) =>
  useSingleMutation({
    mutationFn: (body: AppealDecisionRequest) =>
      request<undefined>("POST", `/api/admin/appeals/${appealId}`, { body }),
    onSuccess: (_nothing, { decision }) => {
      showToast({ title: "Decision saved", description: `Appeal ${decision}.` });
      onDone();
    },
    onError: showErrorToast,
    onSettled: (_nothing, _error, _body, _result, { client }) =>
      invalidateLists(client, "/api/admin/appeals"),
  });
