import type { Operations } from "#shared/contract/operations.ts";
import { Button } from "#web/components/ui/button.tsx";
import { requestRegeneration } from "#web/lib/regenerate-turn.ts";
import { sayRegenerationFailed } from "#web/lib/regeneration-toasts.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { OPERATIONS } from "./use-operations.ts";
import { RETRY } from "./words.ts";

type Failure = Operations["failures"][number];

/** Calls the retry route for this kind of job. */
const again = ({ retry, id, debate, turn }: Failure): Promise<unknown> => {
  if (retry === "turn") return request("POST", `/api/debates/${debate?.id}/turns`);
  if (retry === "verdict") return request("POST", `/api/admin/debates/${id}/verdict`);
  if (retry === "recording") return requestRegeneration(turn?.id);
  if (retry === "judging") return request("POST", `/api/admin/turns/${id}/judging`);
  if (retry === "export") return request("POST", `/api/admin/exports/${id}/retry`);
  return request("POST", `/api/admin/mails/${id}/retry`);
};

export const RetryButton = ({ failure }: { failure: Failure }) => {
  const { retry } = failure;
  const act = useSingleMutation({
    mutationFn: () => again(failure),
    onSuccess: () => retry && toast({ title: "Success", description: RETRY[retry].done }),
    onError: (err) =>
      retry === "recording" ? sayRegenerationFailed(err.message) : toastError(err),
    onSettled: (_answer, _error, _none, _result, { client }) =>
      client.invalidateQueries({ queryKey: OPERATIONS }),
  });
  if (retry === null) return null;
  return (
    <Button isOff={act.isPending} onClick={() => act.mutate()}>
      {RETRY[retry].words}
    </Button>
  );
};
