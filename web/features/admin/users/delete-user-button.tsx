import { Trash2 } from "lucide-react";
import type { User } from "#shared/contract/accounts/account.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import {
  DEBATE_LIST_PATHS,
  invalidateLists,
  USER_LIST_PATHS,
} from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

interface DeleteUserButtonProps {
  user: User;
  onDeleted: () => void;
}

/** Deletes a user after confirmation. Admins cannot be deleted. */
export const DeleteUserButton = ({ user, onDeleted }: DeleteUserButtonProps) => {
  const { user: viewer } = useAuth();
  const remove = useSingleMutation({
    mutationFn: () => request<undefined>("DELETE", `/api/admin/users/${user.id}`),
    onSuccess: () => {
      showToast({ title: "Success", description: "User deleted successfully" });
      onDeleted();
    },
    onError: showErrorToast,
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      invalidateLists(client, ...USER_LIST_PATHS, ...DEBATE_LIST_PATHS),
  });
  return (
    <ConfirmButton
      variant="ghost"
      size="icon"
      title="Delete"
      aria-label={`Delete ${user.username}`}
      disabled={!can(viewer ?? null, "deleteAccount", user)}
      isOff={remove.isPending}
      question={`Delete ${user.username}?`}
      consequence="Their debates and votes are deleted too, and they are signed out at once. This cannot be undone."
      confirmLabel="Delete user"
      onConfirm={() => remove.mutate()}
    >
      <Trash2 size={16} />
    </ConfirmButton>
  );
};
