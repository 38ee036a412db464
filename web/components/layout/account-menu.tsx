import { ChevronDown, LogOut, Settings, UserRound } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { switchUser, type SessionUser } from "#web/lib/auth/auth.tsx";
import { request } from "#web/lib/api/request.ts";
import { showToast } from "#web/lib/toast.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { Button } from "../ui/controls/button.tsx";
import { Popover, popoverItem } from "./popover.tsx";
import { styled } from "../theme/styled.tsx";

const Item = styled("button", popoverItem);
const LinkItem = styled(Link, popoverItem);
const Username = styled("span", { base: { minW: 0, maxW: "9rem", truncate: true } });

const SignedInLine = styled("p", {
  base: {
    maxW: "18rem",
    px: "3",
    pt: "2",
    pb: "1",
    fontSize: "13",
    color: "muted",
    overflowWrap: "anywhere",
  },
});

/** Shows the full username, because the header may truncate it. */
export const SignedInUser = ({ user }: { user: SessionUser }) => (
  <SignedInLine>Signed in as {user.username}</SignedInLine>
);

export const AccountItem = () => (
  <LinkItem to="/account">
    <Settings size={16} />
    Account
  </LinkItem>
);

const useLogout = () =>
  useSingleMutation({
    mutationFn: () => request<undefined>("POST", "/api/logout"),
    onSuccess: (_nothing, _none, _result, { client }) => {
      switchUser(client, null);
      showToast({ title: "Goodbye!", description: "You have been logged out." });
    },
    onError: (err) =>
      showToast({ title: "Logout failed", description: err.message, tone: "danger" }),
  });

export const LogoutItem = () => {
  const logout = useLogout();
  return (
    <Item type="button" disabled={logout.isPending} onClick={() => logout.mutate()}>
      <LogOut size={16} />
      Logout
    </Item>
  );
};

export const AccountMenu = ({ user }: { user: SessionUser }) => {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} css={{ hideBelow: "xl", minW: 0, flexShrink: 1 }}>
        <UserRound size={16} />
        <Username>{user.username}</Username>
        <ChevronDown size={16} />
      </Button>
      <Popover id={id} label="Account">
        <SignedInUser user={user} />
        <AccountItem />
        <LogoutItem />
      </Popover>
    </>
  );
};
