import { useNavigate } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { useIdempotencyKeys } from "#web/lib/api/idempotency-keys.ts";
import { request } from "#web/lib/api/request.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { creditsQuery } from "#web/lib/auth/account-queries.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { debateQuery } from "../debate-queries.ts";

/** Starts the rematch of a debate and opens it. A retry does not start a second one. */
export const useRematch = (debateId: number) => {
  const navigate = useNavigate();
  const keys = useIdempotencyKeys();
  const { queryKey } = debateQuery(debateId);
  return useSingleMutation({
    mutationFn: () =>
      request<Debate>("POST", `${queryKey[0]}/rematch`, { headers: keys.headersFor({}) }),
    onSuccess: ({ id }, _input, _result, { client }) => {
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: creditsQuery.queryKey });
      void navigate(`/debate/${id}`);
    },
    onError: showErrorToast,
  });
};
