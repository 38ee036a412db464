import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Toast text. The server ends all other sessions when a sign-in method changes. */
export const SIGNED_OUT_ELSEWHERE_TEXT = "You were signed out on all other devices.";

/**
 * Mutation of the viewer's sign-in methods. Refetches the account last, because this may unmount
 * the caller. Before that, shows the toast `onDone` or calls `onDone`.
 */
export const useAccountMutation = <Answer, Input = void>(
  mutate: (input: Input) => Promise<Answer>,
  onDone?: string | ((response: Answer) => void),
) =>
  useSingleMutation({
    mutationFn: mutate,
    onSuccess: (response) => {
      if (typeof onDone === "string")
        showToast({ title: onDone, description: SIGNED_OUT_ELSEWHERE_TEXT });
      else onDone?.(response);
    },
    onError: showErrorToast,
    onSettled: async (_answer, _error, _input, _result, { client }) => {
      // The refetched user says whether a second factor is still missing.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
