import { LogOut } from "lucide-react";
import type { User } from "#shared/contract/account.ts";
import { may } from "#shared/domain/rights.ts";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/request.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";

/** Ends all sessions of a user after confirmation. */
export const SignOutUser = ({ user: { id, username, role } }: { user: User }) => {
  const { user: viewer } = useAuth();
  const end = useSingleMutation({
    mutationFn: () => request<undefined>("POST", `/api/admin/users/${id}/end-sessions`),
    onSuccess: () =>
      toast({ title: "Signed Out", description: `${username} is signed out everywhere.` }),
    onError: toastError,
  });
  return (
    <ConfirmButton
      look="ghost"
      size="icon"
      title="Sign out everywhere"
      aria-label={`Sign out ${username} everywhere`}
      disabled={!may(viewer ?? null, "endSessions", { id, role })}
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
