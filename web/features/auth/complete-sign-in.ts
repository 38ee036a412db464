import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#shared/contract/accounts/account.ts";
import { switchUser } from "#web/lib/auth/auth.tsx";
import { showToast } from "#web/lib/toast.ts";

/** Makes this the signed-in user and shows a toast. */
export const completeSignIn = (client: QueryClient, user: User): void => {
  switchUser(client, user);
  showToast({ title: "Welcome back!", description: `Logged in as ${user.username}` });
};
