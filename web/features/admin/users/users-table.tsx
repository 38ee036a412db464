import type { ReactNode } from "react";
import type { User } from "#shared/contract/accounts/account.ts";
import type { UserSort } from "#shared/contract/admin/admin.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import {
  type TableColumn,
  Table,
  TableCell,
  TableSkeleton,
  TableRow,
} from "#web/components/ui/content/table.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { AdminListBody } from "../lists/admin-list-body.tsx";
import { AdminListSelect } from "../lists/admin-list-select.tsx";
import { AdminListSearch } from "../lists/admin-list-search.tsx";
import { type AdminList, PER_PAGE, useAdminList } from "../lists/use-admin-list.ts";

/** Sortable columns with their two orders. The first click on a column sorts by `first`. */
const SORTABLE_COLUMNS = [
  { label: "Username", up: "username", down: "-username", first: "up" },
  { label: "Email", up: "email", down: "-email", first: "up" },
  { label: "Role", up: "role", down: "-role", first: "up" },
  { label: "Credits", up: "credits", down: "-credits", first: "down" },
  { label: "Joined", up: "oldest", down: "newest", first: "down" },
] as const satisfies readonly { label: string; up: UserSort; down: UserSort; first: string }[];

const ORDER_LABELS = {
  newest: "Newest first",
  oldest: "Oldest first",
  username: "Username, A to Z",
  "-username": "Username, Z to A",
  email: "Email, A to Z",
  "-email": "Email, Z to A",
  role: "Role, A to Z",
  "-role": "Role, Z to A",
  credits: "Fewest credits",
  "-credits": "Most credits",
} as const satisfies Record<UserSort, string>;

const Name = styled("strong", { base: { fontWeight: 600 } });

const buildColumns = ({ getParameter, setParameters }: AdminList<User>): TableColumn[] => {
  const now = getParameter("sort") || "newest";
  const sortable = SORTABLE_COLUMNS.map(({ label, up, down, first }) => {
    const direction =
      now === up ? ("ascending" as const) : now === down ? ("descending" as const) : null;
    const next = direction === null ? { up, down }[first] : direction === "ascending" ? down : up;
    const order = { direction, onSort: () => setParameters({ sort: next }) };
    return { label, isNumber: label === "Credits", order };
  });
  return [...sortable, { label: "Actions" }];
};

interface UsersTableProps {
  label: string;
  path: string;
  /** Prefix of the URL parameters, for pages with two lists. */
  prefix?: string;
  /** Renders the actions of a row. `leaveRow` moves the focus out of a row that disappears. */
  children: (user: User, leaveRow: () => void) => ReactNode;
}

/** All users, with server-side search, sorting and paging. */
export const UsersTable = ({ label, path, prefix = "", children }: UsersTableProps) => {
  const list = useAdminList<User>(path, ["q", "sort"], {
    prefix,
    allowedValues: { sort: Object.keys(ORDER_LABELS) },
  });
  const { user: self } = useAuth();
  const table = { label, columns: buildColumns(list), isBusy: list.isBusy };
  return (
    <>
      <Row css={{ mb: "4" }}>
        <AdminListSearch label="Search by name or email" list={list} name="q" />
        <AdminListSelect
          css={{ hideFrom: "lg" }}
          label="Order"
          list={list}
          name="sort"
          options={ORDER_LABELS}
          defaultOption="newest"
        />
      </Row>
      <AdminListBody
        list={list}
        noun="user"
        searchTexts={[list.getParameter("q")]}
        loading={
          <Table {...table}>
            <TableSkeleton count={PER_PAGE} cardHeight="12rem" />
          </Table>
        }
      >
        {(users) => (
          <Table {...table}>
            {users.map((user) => (
              <TableRow key={user.id}>
                <TableCell label="Username" isLong>
                  <Row css={{ gap: "2" }}>
                    <Name>{user.username}</Name>
                    {user.id === self?.id && <Badge>Current User</Badge>}
                  </Row>
                </TableCell>
                <TableCell label="Email" isLong>
                  {user.email}
                </TableCell>
                <TableCell label="Role">{user.role}</TableCell>
                <TableCell label="Credits" isNumber>
                  {user.credits.toLocaleString("en")}
                </TableCell>
                <TableCell label="Joined">
                  <TimeAgo at={user.createdAt} />
                </TableCell>
                <TableCell label="Actions" isWide>
                  {children(user, list.leaveRow)}
                </TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </AdminListBody>
    </>
  );
};
