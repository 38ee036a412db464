import type { ModelCheck } from "#shared/contract/admin/model-check.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { describeJobs, useQueryWithProgress } from "../use-query-with-progress.ts";

const MODEL_CHECK_QUERY_KEY = ["/api/superadmin/model-check"] as const;

/** Returns the last check of the models. Refetches it when a running check makes progress. */
export const useModelCheck = (operations: Operations) =>
  useQueryWithProgress<ModelCheck>(
    MODEL_CHECK_QUERY_KEY,
    `${operations.modelCheckStartedAt} ${describeJobs(operations, "check-model")}`,
  );

export const useStartModelCheck = () =>
  useSingleMutation({
    mutationFn: () => request<ModelCheck>("POST", MODEL_CHECK_QUERY_KEY[0]),
    onSuccess: (check, _none, _result, { client }) =>
      client.setQueryData<ModelCheck>(MODEL_CHECK_QUERY_KEY, check),
    onError: showErrorToast,
  });
