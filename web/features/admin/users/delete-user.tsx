import { Trash2 } from "lucide-react";
import type { User } from "#shared/contract/account.ts";
import { may } from "#shared/domain/rights.ts";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { DEBATE_LISTS, refreshLists, USER_LISTS } from "#web/lib/refresh-lists.ts";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

interface DeleteUserProps {
  user: User;
  onDeleted: () => void;
}

/** Deletes a user after confirmation. Admins cannot be deleted. */
export const DeleteUser = ({ user, onDeleted }: DeleteUserProps) => {
  const { user: viewer } = useAuth();
  const remove = useSingleMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/admin/users/${user.id}`),
    onSuccess: () => {
      toast({ title: "Success", description: "User deleted successfully" });
      onDeleted();
    },
    onError: toastError,
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      refreshLists(client, ...USER_LISTS, ...DEBATE_LISTS),
  });
  return (
    <ConfirmButton
      look="ghost"
      size="icon"
      title="Delete"
      aria-label={`Delete ${user.username}`}
      disabled={!may(viewer ?? null, "deleteAccount", user)}
      isOff={remove.isPending}
      question={`Delete ${user.username}?`}
      consequence="Their debates and votes go with them, and they are signed out at once. This cannot be undone."
      confirmLabel="Delete user"
      onConfirm={() => remove.mutate()}
    >
      <Trash2 size={16} />
    </ConfirmButton>
  );
};
