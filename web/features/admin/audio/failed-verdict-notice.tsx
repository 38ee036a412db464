import type { RetryVerdictResponse } from "#shared/contract/admin/admin.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { invalidateLists } from "#web/lib/api/invalidate-lists.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

const Message = styled("span", { base: { flex: "1", alignSelf: "center" } });

export const FailedVerdictNotice = ({ debateId }: { debateId: number }) => {
  const retry = useSingleMutation({
    mutationFn: () =>
      request<RetryVerdictResponse>("POST", `/api/admin/debates/${debateId}/verdict`),
    onSuccess: () =>
      showToast({ title: "Success", description: "The verdict is being written again" }),
    onError: showErrorToast,
    onSettled: (_retried, _error, _none, _result, { client }) =>
      invalidateLists(client, "/api/admin/debates"),
  });
  return (
    <Notice tone="warning">
      <Message>The final verdict failed.</Message>
      <Button isOff={retry.isPending} onClick={() => retry.mutate()}>
        Retry verdict
      </Button>
    </Notice>
  );
};
