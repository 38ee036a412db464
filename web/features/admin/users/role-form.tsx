import { type SubmitEvent, useState } from "react";
import type { User } from "#shared/contract/account.ts";
import { isSelfDemotion, may } from "#shared/domain/rights.ts";
import { USER_ROLES, type UserRole } from "#shared/domain/viewer.ts";
import { Button } from "#web/components/button.tsx";
import { Select } from "#web/components/select.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { toast } from "#web/lib/toast.ts";
import { RowForm } from "./credits-form.tsx";
import { useSetRole } from "./use-set-role.ts";

const isRole = (name: string): name is UserRole => USER_ROLES.some((role) => role === name);

const Form = ({ user }: { user: User }) => {
  const { user: viewer } = useAuth();
  const [role, setRole] = useState(user.role);
  const update = useSetRole(user);
  const isAllowed = may(viewer ?? null, "setRole", user);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!viewer || !isSelfDemotion(viewer, user.id, role)) return update.mutate(role);
    setRole(user.role);
    toast({
      title: "Cannot Demote Self",
      description: "You cannot demote yourself from superadmin.",
      tone: "danger",
    });
  };
  return (
    <RowForm onSubmit={submit}>
      <Select
        aria-label={`Role of ${user.username}`}
        disabled={!isAllowed || update.isPending}
        value={role}
        onChange={({ currentTarget: { value } }) => isRole(value) && setRole(value)}
      >
        {USER_ROLES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Button type="submit" disabled={!isAllowed} isOff={update.isPending || role === user.role}>
        Update
      </Button>
    </RowForm>
  );
};

/**
 * Gives a user another role. With a button of its own: an arrow key on a closed list would change
 * the role at once otherwise.
 */
export const RoleForm = ({ user }: { user: User }) => <Form key={user.role} user={user} />;
