import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { useNavigate } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { FORM_TURNS } from "#shared/domain/turn.ts";
import { creditsQuery } from "#web/lib/auth/credits-query.ts";
import { useRequestKeys } from "#web/lib/request-keys.ts";
import { request } from "#web/lib/request.ts";
import type { NewDebate } from "./new-debate.ts";
import { dropTopicDraft } from "./topic-draft.ts";
import { toast, toastError } from "#web/lib/toast.ts";

/** Creates a debate and opens it. Idempotency keys prevent a second one on a repeated request. */
export const useCreateDebate = () => {
  const navigate = useNavigate();
  const keys = useRequestKeys();
  return useSingleMutation({
    mutationFn: (debate: NewDebate) => {
      const body = {
        ...debate,
        shareEnabled: debate.isPublic && debate.shareEnabled,
        maxTurns: FORM_TURNS,
        botAStance: "for",
        botBStance: "against",
      };
      return request<Debate>("POST", "/api/debates", { headers: keys.headersFor(body), body });
    },
    onSuccess: ({ id }, _debate, _result, { client }) => {
      dropTopicDraft();
      toast({ title: "Debate created", description: "Redirecting to debate page..." });
      void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
      void navigate(`/debate/${id}`);
    },
    onError: toastError,
  });
};
