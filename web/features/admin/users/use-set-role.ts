import { useMutation } from "@tanstack/react-query";
import type { User } from "#shared/contract/account.ts";
import type { UserRole } from "#shared/domain/viewer.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { refreshLists, USER_LISTS } from "#web/lib/refresh-lists.ts";

/** Gives a user a role. */
export const useSetRole = ({ id }: User) =>
  useMutation({
    mutationFn: (role: UserRole) =>
      request<User>("PUT", `/api/superadmin/users/${id}/role`, { body: { role } }),
    onSuccess: () =>
      toast({ title: "Role Updated", description: "User role has been updated successfully." }),
    onError: ({ message }) =>
      toast({
        title: "Failed to Update Role",
        description: message || "Failed to update user role",
        tone: "danger",
      }),
    onSettled: (_user, _error, _role, _result, { client }) => refreshLists(client, ...USER_LISTS),
  });
