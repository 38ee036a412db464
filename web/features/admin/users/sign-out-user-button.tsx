import { LogOut } from "lucide-react";
import type { User } from "#shared/contract/accounts/account.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";

/** Ends all sessions of a user after confirmation. */
export const SignOutUserButton = ({ user: { id, username, role } }: { user: User }) => {
  const { user: viewer } = useAuth();
  const end = useSingleMutation({
    mutationFn: () => request<undefined>("POST", `/api/admin/users/${id}/end-sessions`),
    onSuccess: () =>
      showToast({ title: "Signed Out", description: `${username} is signed out everywhere.` }),
    onError: showErrorToast,
  });
  return (
    <ConfirmButton
      variant="ghost"
      size="icon"
      title="Sign out everywhere"
      aria-label={`Sign out ${username} everywhere`}
      disabled={!can(viewer ?? null, "endSessions", { id, role })}
      isOff={end.isPending}
      question={`Sign out ${username} everywhere?`}
      consequence="All their browsers are signed out at once. They can sign in again."
      confirmLabel="Sign out everywhere"
      onConfirm={() => end.mutate()}
    >
      <LogOut size={16} />
    </ConfirmButton>
  );
};
