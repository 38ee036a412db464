import type { User } from "#shared/contract/accounts/account.ts";
import { Muted } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { signPasskeyChallenge, usePasskeyProblem } from "#web/lib/auth/passkeys.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { completeSignIn } from "./complete-sign-in.ts";

/** Signs in with a passkey, without name and password. */
export const PasskeyButton = () => {
  const problem = usePasskeyProblem();
  const hydrationProps = useDisabledUntilHydrated();
  const login = useSingleMutation({
    mutationFn: async () => {
      const body = await signPasskeyChallenge("/api/login/passkey/options");
      return request<User>("POST", "/api/login/passkey", { body });
    },
    onSuccess: (user, _nothing, _result, { client }) => completeSignIn(client, user),
    onError: (err) =>
      showToast({ title: "Login failed", description: err.message, tone: "danger" }),
  });
  return (
    <>
      <Button
        size="lg"
        // Disabled, not hidden, until support is known, so that the layout does not change.
        disabled={problem !== null}
        {...hydrationProps}
        isPending={login.isPending}
        onClick={() => login.mutate()}
      >
        {login.isPending ? "Waiting for your passkey…" : "Sign in with a passkey"}
      </Button>
      {problem && <Muted css={{ fontSize: "14" }}>{problem}</Muted>}
    </>
  );
};
