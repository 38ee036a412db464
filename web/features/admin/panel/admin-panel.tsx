import { Link, useSearchParams } from "react-router-dom";
import { hasRole } from "#shared/domain/accounts/viewer.ts";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { Redirect } from "#web/components/ui/page/redirect.tsx";
import { Tabs } from "#web/components/ui/page/tabs.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { CreditsForm } from "../users/credits-form.tsx";
import { RoleForm } from "../users/role-form.tsx";
import { SignOutUserButton } from "../users/sign-out-user-button.tsx";
import { UsersTable } from "../users/users-table.tsx";

const TABS = {
  users: "User Management",
  credits: "Credit Management",
  audio: "Audio Management",
};
type TabName = keyof typeof TABS;

const SUPERADMIN_ONLY: readonly TabName[] = ["users", "credits"];
const isTab = (name: string): name is TabName => Object.hasOwn(TABS, name);

/** Links to Audio Admin and the public debates. */
const AudioManagement = () => (
  <Card>
    <Muted>
      Audio Admin shows which turns have audio and creates missing audio. Listen on the page of a
      public debate.
    </Muted>
    <Row css={{ mt: "5" }}>
      <ButtonLink to="/admin" variant="solid">
        Open Audio Admin
      </ButtonLink>
      <ButtonLink to="/debates/public">Public debates</ButtonLink>
    </Row>
  </Card>
);

const CONTENT = {
  users: () => (
    <UsersTable label="User Management" path="/api/superadmin/users">
      {(user) => (
        <Row
          css={{
            gap: "2",
            flexWrap: "nowrap",
            justifyContent: "space-between",
            alignItems: "end",
          }}
        >
          <RoleForm user={user} />
          <SignOutUserButton user={user} />
        </Row>
      )}
    </UsersTable>
  ),
  credits: () => (
    <UsersTable label="Credit Management" path="/api/superadmin/users">
      {(user) => <CreditsForm user={user} route="superadmin" />}
    </UsersTable>
  ),
  audio: AudioManagement,
} satisfies Record<TabName, () => React.ReactNode>;

const PlainLink = styled(Link, { base: { color: "ink", textDecoration: "underline" } });
const Frame = styled("div", { base: { mt: "6" } });

/** The admin panel's tabs: all for superadmins, only Audio for other admins. */
export const AdminPanel = () => {
  const { user = null } = useAuth();
  const [address, setAddress] = useSearchParams();
  const disabled = hasRole(user, "superadmin") ? [] : SUPERADMIN_ONLY;
  const tabParameter = address.get("tab") ?? "";
  const defaultTab = disabled.includes("users") ? "audio" : "users";
  const tab = isTab(tabParameter) && !disabled.includes(tabParameter) ? tabParameter : defaultTab;
  const Content = CONTENT[tab];
  if (tabParameter !== "" && tab !== tabParameter) return <Redirect to="/admin-panel" />;
  return (
    <Frame>
      <Tabs
        label="Admin panel"
        tabs={TABS}
        selected={tab}
        disabled={disabled}
        onSelect={(chosen) => setAddress({ tab: chosen }, { replace: true })}
      >
        {disabled.length > 0 && (
          <Muted css={{ mb: "5" }}>
            The other tabs are for superadmins. Admins manage users and credits in{" "}
            <PlainLink to="/admin">Audio Admin</PlainLink>.
          </Muted>
        )}
        <Content key={tab} />
      </Tabs>
    </Frame>
  );
};
