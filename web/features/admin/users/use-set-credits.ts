import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { User } from "#shared/contract/account.ts";
import type { SetCredits } from "#shared/contract/admin.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { asOneself } from "#web/lib/identity.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { refreshLists, USER_LISTS } from "#web/lib/refresh-lists.ts";

const isBalance = (entered: string): boolean =>
  entered.trim() !== "" && Number.isInteger(Number(entered)) && Number(entered) >= 0;

/** The two ways to set credits, each with its rule for what was entered and its own words. */
const ROUTES = {
  admin: {
    method: "PATCH",
    path: (id: number) => `/api/admin/users/${id}/credits`,
    isEntry: (entered: string) => entered.trim() !== "" && !Number.isNaN(Number(entered)),
    wrong: { title: "Error", description: "Credits must be a number." },
    done: { title: "Success", description: "User credits updated successfully" },
    failed: "Error",
  },
  superadmin: {
    method: "PUT",
    path: (id: number) => `/api/superadmin/users/${id}/credits`,
    isEntry: isBalance,
    wrong: { title: "Invalid Credits", description: "Credits must be a positive number." },
    done: { title: "Credits Updated", description: "User credits have been updated successfully." },
    failed: "Failed to Update Credits",
  },
} as const;

export type CreditsRoute = keyof typeof ROUTES;

/**
 * Sets a user's credits to what was entered, unless the balance has moved since it was shown.
 * `refused` is what was entered last and is no balance.
 */
export const useSetCredits = (user: User, route: CreditsRoute) => {
  const { method, path, isEntry, wrong, done, failed } = ROUTES[route];
  const [refused, setRefused] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: SetCredits) =>
      asOneself(() => request<User>(method, path(user.id), { body })),
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
    // Also after a failure: the balance may be another one than was shown.
    onSettled: (_user, _error, _body, _result, { client }) => refreshLists(client, ...USER_LISTS),
  });
  const update = (entered: string): void => {
    if (isPending) return;
    if (isEntry(entered)) return mutate({ credits: Number(entered), expected: user.credits });
    setRefused(entered);
    toast({ ...wrong, tone: "danger" });
  };
  return { update, refused, isEntry };
};
