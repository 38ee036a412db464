import type { Operations } from "#shared/contract/admin/operations.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import {
  requestRegeneration,
  showRegenerationFailed,
} from "#web/lib/recordings/regenerate-recording.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { OPERATIONS_QUERY_KEY } from "./use-operations.ts";
import { RETRY_LABELS } from "./job-labels.ts";

type JobFailure = Operations["failures"][number];

/** Calls the retry route for this kind of job. */
const retryFailedJob = ({ retry, id, debate, turn }: JobFailure): Promise<unknown> => {
  if (retry === "turn") return request("POST", `/api/debates/${debate?.id}/turns`);
  if (retry === "verdict") return request("POST", `/api/admin/debates/${id}/verdict`);
  if (retry === "recording") return requestRegeneration(turn?.id);
  if (retry === "judging") return request("POST", `/api/admin/turns/${id}/judging`);
  if (retry === "export") return request("POST", `/api/admin/exports/${id}/retry`);
  return request("POST", `/api/admin/mails/${id}/retry`);
};

export const RetryJobButton = ({ failure }: { failure: JobFailure }) => {
  const { retry } = failure;
  const retryJob = useSingleMutation({
    mutationFn: () => retryFailedJob(failure),
    onSuccess: () =>
      retry && showToast({ title: "Success", description: RETRY_LABELS[retry].done }),
    onError: (err) =>
      retry === "recording" ? showRegenerationFailed(err.message) : showErrorToast(err),
    onSettled: (_answer, _error, _none, _result, { client }) =>
      client.invalidateQueries({ queryKey: OPERATIONS_QUERY_KEY }),
  });
  if (retry === null) return null;
  return (
    <Button isOff={retryJob.isPending} onClick={() => retryJob.mutate()}>
      {RETRY_LABELS[retry].words}
    </Button>
  );
};
