import type { QueryClient } from "@tanstack/react-query";
import type { User } from "#shared/contract/account.ts";
import { changeUser } from "#web/lib/auth/auth.tsx";
import { toast } from "#web/lib/toast.ts";

/** Sets the user after signing in and shows a toast. */
export const welcome = (client: QueryClient, user: User): void => {
  changeUser(client, user);
  toast({ title: "Welcome back!", description: `Logged in as ${user.username}` });
};
