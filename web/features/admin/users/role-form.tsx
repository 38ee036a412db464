import type { User } from "#shared/contract/account.ts";
import { isSelfDemotion, may } from "#shared/domain/rights.ts";
import { USER_ROLES, type UserRole } from "#shared/domain/viewer.ts";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { refreshLists, USER_LISTS } from "#web/lib/refresh-lists.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Caption, Labelled } from "./labelled.tsx";
import { useDraft } from "./use-draft.ts";

const useSetRole = ({ id }: User) =>
  useSingleMutation({
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

const isRole = (name: string): name is UserRole => USER_ROLES.some((role) => role === name);

const ARTICLE = { user: "a user", admin: "an admin", superadmin: "a superadmin" };

/**
 * Changes a user's role after confirmation. Has a submit button, because arrow keys change a
 * closed select at once.
 */
export const RoleForm = ({ user }: { user: User }) => {
  const { user: viewer } = useAuth();
  const [role, setRole] = useDraft(user.role);
  const update = useSetRole(user);
  const isAllowed = may(viewer ?? null, "setRole", user);
  const isRefused = viewer ? isSelfDemotion(viewer, user.id, role) : false;
  const refuse = () => {
    setRole(user.role);
    toast({
      title: "Cannot Demote Self",
      description: "You cannot demote yourself from superadmin.",
      tone: "danger",
    });
  };
  return (
    <Row css={{ gap: "2", flexWrap: "nowrap", alignItems: "end" }}>
      <Labelled>
        <Caption>Set role</Caption>
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
      </Labelled>
      <ConfirmButton
        aria-label={`Update role of ${user.username}`}
        disabled={!isAllowed}
        isOff={update.isPending || role === user.role}
        question={`Make ${user.username} ${ARTICLE[role]}?`}
        consequence={`${user.username} becomes ${role} and is signed out.`}
        confirmLabel="Change role"
        isHarmless={isRefused}
        onConfirm={() => (isRefused ? refuse() : update.mutate(role))}
      >
        Update
      </ConfirmButton>
    </Row>
  );
};
