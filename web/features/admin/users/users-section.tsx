import { SectionTitle, Row } from "#web/components/ui/content/typography.tsx";
import { useAnchorFocus } from "#web/lib/browser/use-anchor-focus.ts";
import { AdminSection } from "../admin-section.tsx";
import { CreditsForm } from "./credits-form.tsx";
import { DeleteUserButton } from "./delete-user-button.tsx";
import { SignOutUserButton } from "./sign-out-user-button.tsx";
import { UsersTable } from "./users-table.tsx";

const USERS_SECTION_ID = "users";

/** The users, each with the actions of admins: credits, sessions and deletion. */
export const UsersSection = () => (
  <AdminSection aria-labelledby={USERS_SECTION_ID}>
    <SectionTitle id={USERS_SECTION_ID} ref={useAnchorFocus(USERS_SECTION_ID)} tabIndex={-1}>
      Users
    </SectionTitle>
    <UsersTable label="Users" path="/api/admin/users" prefix="user-">
      {(user, leaveRow) => (
        <Row
          css={{
            gap: "2",
            flexWrap: "nowrap",
            justifyContent: "space-between",
            alignItems: "end",
          }}
        >
          <CreditsForm user={user} route="admin" />
          <Row css={{ gap: "1", flexWrap: "nowrap" }}>
            <SignOutUserButton user={user} />
            <DeleteUserButton user={user} onDeleted={leaveRow} />
          </Row>
        </Row>
      )}
    </UsersTable>
  </AdminSection>
);
