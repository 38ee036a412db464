import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { useNavigate } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { FORM_DEFAULT_TURNS } from "#shared/domain/debates/turn.ts";
import { creditsQuery } from "#web/lib/auth/account-queries.ts";
import { useIdempotencyKeys } from "#web/lib/api/idempotency-keys.ts";
import { request } from "#web/lib/api/request.ts";
import type { NewDebateValues } from "./new-debate-values.ts";
import { clearTopicDraft } from "#web/lib/topic-draft.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";

/** Creates a debate and opens it. The idempotency key prevents a second one on a retry. */
export const useCreateDebate = () => {
  const navigate = useNavigate();
  const keys = useIdempotencyKeys();
  return useSingleMutation({
    mutationFn: ({ mystery, botAProvider, botBProvider, ...debate }: NewDebateValues) => {
      const body = {
        ...debate,
        ...(mystery ? { mystery } : { botAProvider, botBProvider }),
        shareEnabled: debate.isPublic && debate.shareEnabled,
        maxTurns: FORM_DEFAULT_TURNS,
        botAStance: "for",
        botBStance: "against",
      };
      return request<Debate>("POST", "/api/debates", { headers: keys.headersFor(body), body });
    },
    onSuccess: ({ id }, _debate, _result, { client }) => {
      clearTopicDraft();
      showToast({ title: "Debate created", description: "Redirecting to debate page..." });
      void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
      void navigate(`/debate/${id}`);
    },
    onError: showErrorToast,
  });
};
