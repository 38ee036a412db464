import type { User } from "#shared/contract/account.ts";
import { Button } from "#web/components/ui/button.tsx";
import { answerWithPasskey, useHasPasskeys } from "#web/lib/passkeys.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { useUntilAlive } from "#web/lib/use-browser.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { welcome } from "./welcome.ts";

/** Signs in with a passkey, without name and password. */
export const PasskeyButton = () => {
  const hasPasskeys = useHasPasskeys();
  const untilAlive = useUntilAlive();
  const login = useSingleMutation({
    mutationFn: async () => {
      const body = await answerWithPasskey("/api/login/passkey/options");
      return request<User>("POST", "/api/login/passkey", { body });
    },
    onSuccess: (user, _nothing, _result, { client }) => welcome(client, user),
    onError: (err) => toast({ title: "Login failed", description: err.message, tone: "danger" }),
  });
  return (
    <Button
      size="lg"
      // Rendered disabled until support is known, so that the layout does not change.
      disabled={!hasPasskeys}
      {...untilAlive}
      isPending={login.isPending}
      onClick={() => login.mutate()}
    >
      {login.isPending ? "Waiting for your passkey…" : "Sign in with a passkey"}
    </Button>
  );
};
