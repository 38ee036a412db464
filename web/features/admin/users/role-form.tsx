import type { User } from "#shared/contract/accounts/account.ts";
import { isSelfDemotion, can } from "#shared/domain/accounts/permissions.ts";
import { USER_ROLES, type UserRole } from "#shared/domain/accounts/viewer.ts";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { Select } from "#web/components/ui/controls/select.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { invalidateLists, USER_LIST_PATHS } from "#web/lib/api/invalidate-lists.ts";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { InputCaption, LabelledInput } from "./labelled-input.tsx";
import { useDraft } from "./use-draft.ts";

const useSetRole = ({ id }: User) =>
  useSingleMutation({
    mutationFn: (role: UserRole) =>
      request<User>("PUT", `/api/superadmin/users/${id}/role`, { body: { role } }),
    onSuccess: () =>
      showToast({ title: "Role Updated", description: "User role has been updated successfully." }),
    onError: ({ message }) =>
      showToast({
        title: "Failed to Update Role",
        description: message || "Failed to update user role",
        tone: "danger",
      }),
    onSettled: (_user, _error, _role, _result, { client }) =>
      invalidateLists(client, ...USER_LIST_PATHS),
  });

const isRole = (name: string): name is UserRole => USER_ROLES.some((role) => role === name);

const ROLE_WITH_ARTICLE = { user: "a user", admin: "an admin", superadmin: "a superadmin" };

/**
 * Changes a user's role after confirmation. Has a submit button, because arrow keys on a closed
 * select change its value.
 */
export const RoleForm = ({ user }: { user: User }) => {
  const { user: viewer } = useAuth();
  const [role, setRole] = useDraft(user.role);
  const update = useSetRole(user);
  const isAllowed = can(viewer ?? null, "setRole", user);
  const isRefused = viewer ? isSelfDemotion(viewer, user.id, role) : false;
  const handleRefused = () => {
    setRole(user.role);
    showToast({
      title: "Cannot Demote Self",
      description: "You cannot demote yourself from superadmin.",
      tone: "danger",
    });
  };
  return (
    <Row css={{ gap: "2", flexWrap: "nowrap", alignItems: "end" }}>
      <LabelledInput>
        <InputCaption>Set role</InputCaption>
        <Select
          aria-label={`Role of ${user.username}`}
          disabled={!isAllowed}
          value={role}
          onChange={({ currentTarget: { value } }) => isRole(value) && setRole(value)}
        >
          {USER_ROLES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </LabelledInput>
      <ConfirmButton
        aria-label={`Update role of ${user.username}`}
        disabled={!isAllowed}
        isOff={update.isPending || role === user.role}
        question={`Make ${user.username} ${ROLE_WITH_ARTICLE[role]}?`}
        consequence={`${user.username} becomes ${role} and is signed out.`}
        confirmLabel="Change role"
        isHarmless={isRefused}
        onConfirm={() => (isRefused ? handleRefused() : update.mutate(role))}
      >
        Update
      </ConfirmButton>
    </Row>
  );
};
