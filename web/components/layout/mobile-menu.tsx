import { LogIn, Menu, UserRoundPlus } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import type { SessionUser } from "#web/lib/auth/auth.tsx";
import { Button } from "../ui/controls/button.tsx";
import { AccountItem, LogoutItem, SignedInUser } from "./account-menu.tsx";
import { AdminMenuItems } from "./admin-menu.tsx";
import { NAV_PAGES } from "./main-nav.tsx";
import { Popover, popoverItem } from "./popover.tsx";
import { styled } from "../theme/styled.tsx";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";

const Item = styled(Link, popoverItem);
export const MobileMenu = ({ user }: { user: SessionUser | null | undefined }) => {
  const id = useId();
  return (
    <>
      <Button
        popoverTarget={id}
        size="icon"
        variant="ghost"
        aria-label="Menu"
        css={{ hideFrom: "xl" }}
      >
        <Menu size={20} />
      </Button>
      <Popover id={id} label="Menu">
        {user && <SignedInUser user={user} />}
        {NAV_PAGES.map(({ to, label, Icon }) => (
          <Item key={to} to={to}>
            <Icon size={16} />
            {label}
          </Item>
        ))}
        {user && isAdmin(user) && <AdminMenuItems user={user} />}
        {user && <AccountItem />}
        {user ? <LogoutItem /> : <SignInMenuItems />}
      </Popover>
    </>
  );
};

const SignInMenuItems = () => {
  const buildAuthPageUrl = useAuthPageUrl();
  return (
    <>
      <Item to={buildAuthPageUrl("login")}>
        <LogIn size={16} />
        Login
      </Item>
      <Item to={buildAuthPageUrl("register")}>
        <UserRoundPlus size={16} />
        Sign up
      </Item>
    </>
  );
};
