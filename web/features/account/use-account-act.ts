import { useMutation } from "@tanstack/react-query";
import { accountQuery } from "#web/lib/account-query.ts";
import { userQuery } from "#web/lib/auth/auth.tsx";
import { asOneself } from "#web/lib/identity.ts";
import { toast, toastError } from "#web/lib/toast.ts";

/**
 * An act on how one signs in, for which one may be asked who one is. What it has done is told, or
 * taken, before the account is asked for again, which may change what stands on the page.
 */
export const useAccountAct = <Answer, Input = void>(
  act: (input: Input) => Promise<Answer>,
  done?: string | ((answer: Answer) => void),
) =>
  useMutation({
    mutationFn: (input: Input) => asOneself(() => act(input)),
    onSuccess: (answer) => {
      if (typeof done === "string") toast({ title: done });
      else done?.(answer);
    },
    onError: toastError,
    onSettled: async (_answer, _error, _input, _result, { client }) => {
      // Whether admins lack something is said with who they are.
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
