import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ModelCheck } from "#shared/contract/admin/model-check.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast } from "#web/lib/toast.ts";

const MODEL_CHECK_QUERY_KEY = ["/api/superadmin/model-check"] as const;

/** A string that changes when a check starts and whenever one of its jobs changes its state. */
const describeProgress = ({ modelCheckStartedAt, kinds }: Operations): string => {
  const { running, waiting, awaiting } = kinds.find(({ job }) => job === "check-model") ?? {};
  return [modelCheckStartedAt, running, waiting, awaiting].join(" ");
};

/** Returns the last model check. Reloads it when `operations` shows progress. */
export const useModelCheck = (operations: Operations) => {
  const client = useQueryClient();
  const progress = describeProgress(operations);
  const loadedProgress = useRef(progress);
  useEffect(() => {
    if (loadedProgress.current === progress) return;
    loadedProgress.current = progress;
    void client.invalidateQueries({ queryKey: MODEL_CHECK_QUERY_KEY });
  }, [client, progress]);
  return useQuery<ModelCheck>({ queryKey: MODEL_CHECK_QUERY_KEY });
};

export const useStartModelCheck = () =>
  useSingleMutation({
    mutationFn: () => request<ModelCheck>("POST", MODEL_CHECK_QUERY_KEY[0]),
    onSuccess: (check, _none, _result, { client }) =>
      client.setQueryData<ModelCheck>(MODEL_CHECK_QUERY_KEY, check),
    onError: showErrorToast,
  });
