import { LogIn, Menu, UserRoundPlus } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { isAdmin } from "#shared/domain/viewer.ts";
import type { SessionUser } from "#web/lib/auth/auth.tsx";
import { Button } from "../ui/button.tsx";
import { AccountItem, LogoutItem, SignedInAs } from "./account-menu.tsx";
import { AdminItems } from "./admin-menu.tsx";
import { NAV_PAGES } from "./main-nav.tsx";
import { Popover, popoverItem } from "./popover.tsx";
import { styled } from "../theme/styled.tsx";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";

const Item = styled(Link, popoverItem);
export const MobileMenu = ({ user }: { user: SessionUser | null | undefined }) => {
  const id = useId();
  return (
    <>
      <Button
        popoverTarget={id}
        size="icon"
        look="ghost"
        aria-label="Menu"
        css={{ hideFrom: "lg" }}
      >
        <Menu size={20} />
      </Button>
      <Popover id={id} label="Menu">
        {user && <SignedInAs user={user} />}
        {NAV_PAGES.map(({ to, label, Icon }) => (
          <Item key={to} to={to}>
            <Icon size={16} />
            {label}
          </Item>
        ))}
        {user && isAdmin(user) && <AdminItems user={user} />}
        {user && <AccountItem />}
        {user ? <LogoutItem /> : <SignInItems />}
      </Popover>
    </>
  );
};

const SignInItems = () => {
  const addressOf = useAuthAddress();
  return (
    <>
      <Item to={addressOf("login")}>
        <LogIn size={16} />
        Login
      </Item>
      <Item to={addressOf("register")}>
        <UserRoundPlus size={16} />
        Sign up
      </Item>
    </>
  );
};
