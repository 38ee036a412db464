import type { JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { describeJobs, useQueryWithProgress } from "../use-query-with-progress.ts";

const JUDGE_AUDITS_QUERY_KEY = ["/api/superadmin/judge-audits"] as const;

/** Returns the tests of judges for bias. Refetches them when a running test makes progress. */
export const useJudgeAudits = (operations: Operations) =>
  useQueryWithProgress<JudgeAudits>(
    JUDGE_AUDITS_QUERY_KEY,
    `${operations.judgeAuditVerdicts} ${describeJobs(operations, "audit-judge")}`,
  );

export const useStartJudgeAudit = () =>
  useSingleMutation({
    mutationFn: (judge: Provider) =>
      request<JudgeAudits>("POST", JUDGE_AUDITS_QUERY_KEY[0], { body: { judge } }),
    onSuccess: (audits, _judge, _result, { client }) =>
      client.setQueryData<JudgeAudits>(JUDGE_AUDITS_QUERY_KEY, audits),
    onError: showErrorToast,
  });
