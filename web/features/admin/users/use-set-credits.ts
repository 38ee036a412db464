import { useState } from "react";
import type { User } from "#shared/contract/account.ts";
import type { SetCredits } from "#shared/contract/admin.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { request } from "#web/lib/request.ts";
import { type Toast, toast } from "#web/lib/toast.ts";
import { refreshLists, USER_LISTS } from "#web/lib/refresh-lists.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

/** The same validation and message on both admin pages. */
const INVALID: Toast = {
  title: "Invalid Credits",
  description: "Credits must be a positive number.",
  tone: "danger",
};

export const isBalance = (entered: string): boolean =>
  entered.trim() !== "" && Number.isInteger(Number(entered)) && Number(entered) >= 0;

/** The two routes that set credits, with their messages. */
const ROUTES = {
  admin: {
    method: "PATCH",
    path: (id: number) => `/api/admin/users/${id}/credits`,
    done: { title: "Success", description: "User credits updated successfully" },
    failed: "Error",
  },
  superadmin: {
    method: "PUT",
    path: (id: number) => `/api/superadmin/users/${id}/credits`,
    done: { title: "Credits Updated", description: "User credits have been updated successfully." },
    failed: "Failed to Update Credits",
  },
} as const;

export type CreditsRoute = keyof typeof ROUTES;

/**
 * Sets a user's credits, unless the balance has changed since it was shown. `refused` is the last
 * invalid input.
 */
export const useSetCredits = (user: User, route: CreditsRoute) => {
  const { method, path, done, failed } = ROUTES[route];
  const [refused, setRefused] = useState<string>();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (body: SetCredits) => request<User>(method, path(user.id), { body }),
    onSuccess: () => toast(done),
    onError: (err, { credits }) => {
      if (err instanceof ApiError && err.fields["credits"] !== undefined)
        setRefused(String(credits));
      toast({
        title: failed,
        description: err.message || "Failed to update credits",
        tone: "danger",
      });
    },
    // Also after a failure, because the shown balance may be outdated.
    onSettled: (_user, _error, _body, _result, { client }) => refreshLists(client, ...USER_LISTS),
  });
  const update = (entered: string): void => {
    if (isPending) return;
    if (isBalance(entered)) return mutate({ credits: Number(entered), expected: user.credits });
    setRefused(entered);
    toast(INVALID);
  };
  return { update, refused };
};
