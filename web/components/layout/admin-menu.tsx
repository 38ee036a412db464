import { AudioLines, ChevronDown, ClipboardCheck, ShieldCheck, UsersRound } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { PAGES } from "#shared/domain/pages.ts";
import { hasRole } from "#shared/domain/accounts/viewer.ts";
import type { SessionUser } from "#web/lib/auth/auth.tsx";
import { Button } from "../ui/controls/button.tsx";
import { styled } from "../theme/styled.tsx";
import { Popover, popoverItem } from "./popover.tsx";

const Item = styled(Link, popoverItem);

/** URL of the users table: in the admin panel for superadmins, in Audio Admin for other admins. */
const getUsersTablePath = (user: SessionUser): string =>
  hasRole(user, "superadmin") ? PAGES.adminPanel.path : `${PAGES.audioAdmin.path}#users`;

export const AdminMenuItems = ({ user }: { user: SessionUser }) => (
  <>
    <Item to="/admin">
      <AudioLines size={16} />
      Audio Admin
    </Item>
    <Item to={getUsersTablePath(user)}>
      <UsersRound size={16} />
      User Management
    </Item>
    <Item to="/operations">
      <ClipboardCheck size={16} />
      Operations
    </Item>
  </>
);

export const AdminMenu = ({ user }: { user: SessionUser }) => {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} css={{ hideBelow: "xl" }}>
        <ShieldCheck size={16} />
        Admin
        <ChevronDown size={16} />
      </Button>
      <Popover id={id} label="Admin">
        <AdminMenuItems user={user} />
      </Popover>
    </>
  );
};
