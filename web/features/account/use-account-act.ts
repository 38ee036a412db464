import { useMutation } from "@tanstack/react-query";
import { accountQuery } from "#web/lib/account-query.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
import { toast, toastError } from "#web/lib/toast.ts";

/** What the server does whenever a sign-in method changes. */
export const SIGNED_OUT_ELSEWHERE = "You were signed out everywhere but here.";

/**
 * A change of the viewer's sign-in methods. Its toast, or `done`, comes before the account is fetched
 * again, which may replace what is on the page.
 */
export const useAccountAct = <Answer, Input = void>(
  act: (input: Input) => Promise<Answer>,
  done?: string | ((answer: Answer) => void),
) =>
  useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      if (typeof done === "string") toast({ title: done, description: SIGNED_OUT_ELSEWHERE });
      else done?.(answer);
    },
    onError: toastError,
    onSettled: async (_answer, _error, _input, _result, { client }) => {
      // Whether admins lack something is said with who they are.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
