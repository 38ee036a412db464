import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast } from "#web/lib/toast.ts";

const JUDGE_AUDITS_QUERY_KEY = ["/api/superadmin/judge-audits"] as const;

/** A string that changes when a run starts, has another verdict, or changes its state. */
const describeProgress = ({ judgeAuditVerdicts, kinds }: Operations): string => {
  const { running, waiting, awaiting } = kinds.find(({ job }) => job === "audit-judge") ?? {};
  return [judgeAuditVerdicts, running, waiting, awaiting].join(" ");
};

/** Returns the runs of the bait set. Reloads them when `operations` shows progress. */
export const useJudgeAudits = (operations: Operations) => {
  const client = useQueryClient();
  const progress = describeProgress(operations);
  const loadedProgress = useRef(progress);
  useEffect(() => {
    if (loadedProgress.current === progress) return;
    loadedProgress.current = progress;
    void client.invalidateQueries({ queryKey: JUDGE_AUDITS_QUERY_KEY });
  }, [client, progress]);
  return useQuery<JudgeAudits>({ queryKey: JUDGE_AUDITS_QUERY_KEY });
};

export const useStartJudgeAudit = () =>
  useSingleMutation({
    mutationFn: (judge: Provider) =>
      request<JudgeAudits>("POST", JUDGE_AUDITS_QUERY_KEY[0], { body: { judge } }),
    onSuccess: (audits, _judge, _result, { client }) =>
      client.setQueryData<JudgeAudits>(JUDGE_AUDITS_QUERY_KEY, audits),
    onError: showErrorToast,
  });
