import { SectionTitle, Row } from "#web/components/ui/text.tsx";
import { useAnchor } from "#web/lib/use-anchor.ts";
import { Section } from "../section.tsx";
import { CreditsForm } from "./credits-form.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { SignOutUser } from "./sign-out-user.tsx";
import { UsersTable } from "./users-table.tsx";

const USERS = "users";

/** Users with the actions of admins: credits, sessions and deletion. */
export const AllUsers = () => (
  <Section aria-labelledby={USERS}>
    <SectionTitle id={USERS} ref={useAnchor(USERS)} tabIndex={-1}>
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
            <SignOutUser user={user} />
            <DeleteUser user={user} onDeleted={leaveRow} />
          </Row>
        </Row>
      )}
    </UsersTable>
  </Section>
);
