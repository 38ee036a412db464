import { useState } from "react";
import type { User } from "#shared/contract/accounts/account.ts";
import type { SetCreditsRequest } from "#shared/contract/admin/admin.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { request } from "#web/lib/api/request.ts";
import { type ToastMessage, showToast } from "#web/lib/toast.ts";
import { invalidateLists, USER_LIST_PATHS } from "#web/lib/api/invalidate-lists.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Shown on both admin pages that set credits. */
const INVALID_CREDITS_TOAST: ToastMessage = {
  title: "Invalid Credits",
  description: "Credits must be a positive number.",
  tone: "danger",
};

export const isValidBalance = (text: string): boolean =>
  text.trim() !== "" && Number.isInteger(Number(text)) && Number(text) >= 0;

/** The routes of the two admin pages that set credits, with their messages. */
const CREDITS_ROUTES = {
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

export type CreditsRoute = keyof typeof CREDITS_ROUTES;

/**
 * Sets a user's credits, unless the balance has changed since the page showed it. `refused` is the
 * last invalid input.
 */
export const useSetCredits = (user: User, route: CreditsRoute) => {
  const { method, path, done, failed } = CREDITS_ROUTES[route];
  const [refused, setRefused] = useState<string>();
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (body: SetCreditsRequest) => request<User>(method, path(user.id), { body }),
    onSuccess: () => showToast(done),
    onError: (err, { credits }) => {
      if (err instanceof ApiError && err.fields["credits"] !== undefined)
        setRefused(String(credits));
      showToast({
        title: failed,
        description: err.message || "Failed to update credits",
        tone: "danger",
      });
    },
    // Refetches after a failure, too, because the shown balance may be outdated.
    onSettled: (_user, _error, _body, _result, { client }) =>
      invalidateLists(client, ...USER_LIST_PATHS),
  });
  const update = (text: string): void => {
    if (isPending) return;
    if (isValidBalance(text)) return mutate({ credits: Number(text), expected: user.credits });
    setRefused(text);
    showToast(INVALID_CREDITS_TOAST);
  };
  return { update, refused };
};
