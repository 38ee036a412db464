import { useMutation } from "@tanstack/react-query";
import type { VerdictRetried } from "#shared/contract/admin.ts";
import { Button } from "#web/components/button.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { refreshLists } from "../lists/use-list.ts";

/** Has the judge write a verdict that has failed again. */
export const RetryVerdict = ({ debateId }: { debateId: number }) => {
  const retry = useMutation({
    mutationFn: () => request<VerdictRetried>("POST", `/api/admin/debates/${debateId}/verdict`),
    onSuccess: () => toast({ title: "Success", description: "The judge writes the verdict again" }),
    onError: toastError,
    onSettled: (_retried, _error, _none, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });
  return (
    <Button disabled={retry.isPending} onClick={() => retry.mutate()}>
      Retry verdict
    </Button>
  );
};
