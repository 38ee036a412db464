import type { VerdictRetried } from "#shared/contract/admin.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { refreshLists } from "#web/lib/refresh-lists.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

const Message = styled("span", { base: { flex: "1", alignSelf: "center" } });

export const FailedVerdict = ({ debateId }: { debateId: number }) => {
  const retry = useSingleMutation({
    mutationFn: () => request<VerdictRetried>("POST", `/api/admin/debates/${debateId}/verdict`),
    onSuccess: () => toast({ title: "Success", description: "The judge writes the verdict again" }),
    onError: toastError,
    onSettled: (_retried, _error, _none, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
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
