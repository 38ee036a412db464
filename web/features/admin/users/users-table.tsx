import type { ReactNode } from "react";
import type { User } from "#shared/contract/account.ts";
import type { UserSort } from "#shared/contract/admin.ts";
import { Badge } from "#web/components/badge.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/components/table.tsx";
import { Row } from "#web/components/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { TimeAgo } from "#web/components/time-ago.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { ListBody } from "../lists/list-body.tsx";
import { ListSelect } from "../lists/list-select.tsx";
import { Pager } from "../lists/pager.tsx";
import { SearchBox } from "../lists/search-box.tsx";
import { type List, useList } from "../lists/use-list.ts";

/** A column with its two orders: as one wants them first, and the other way round. */
const COLUMNS = [
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
const Figure = styled("span", { base: { fontVariantNumeric: "tabular-nums" } });

const columnsOf = ({ asked, ask }: List<User>): Column[] => {
  const now = asked("sort") || "newest";
  const sortable = COLUMNS.map(({ label, up, down, first }) => {
    const direction =
      now === up ? ("ascending" as const) : now === down ? ("descending" as const) : null;
    const next = direction === null ? { up, down }[first] : direction === "ascending" ? down : up;
    return { label, order: { direction, onSort: () => ask({ sort: next }) } };
  });
  return [...sortable, { label: "Actions" }];
};

interface UsersTableProps {
  label: string;
  /** Where the list is asked for. */
  path: string;
  /** What keeps its search apart from another list's on the same page. */
  prefix?: string;
  /** What one can do with a user. */
  children: (user: User) => ReactNode;
}

/** Every user, searched, sorted and paged on the server, with what one can do with them. */
export const UsersTable = ({ label, path, prefix = "", children }: UsersTableProps) => {
  const list = useList<User>(path, ["q", "sort"], { prefix });
  const { user: self } = useAuth();
  return (
    <>
      <Row css={{ mb: "4" }}>
        <SearchBox label="Search by name or email" list={list} name="q" />
        <ListSelect
          css={{ hideFrom: "lg" }}
          label="Order"
          list={list}
          name="sort"
          options={ORDER_LABELS}
          usual="newest"
        />
      </Row>
      <ListBody list={list} empty="No user is called that.">
        {(users) => (
          <Table label={label} columns={columnsOf(list)} isBusy={list.isBusy}>
            {users.map((user) => (
              <TableRow key={user.id}>
                <TableCell label="Username">
                  <Row css={{ gap: "2" }}>
                    <Name>{user.username}</Name>
                    {user.id === self?.id && <Badge>Current User</Badge>}
                  </Row>
                </TableCell>
                <TableCell label="Email">{user.email}</TableCell>
                <TableCell label="Role">{user.role}</TableCell>
                <TableCell label="Credits">
                  <Figure>{user.credits.toLocaleString("en")}</Figure>
                </TableCell>
                <TableCell label="Joined">
                  <TimeAgo at={user.createdAt} />
                </TableCell>
                <TableCell label="Actions" isWide>
                  {children(user)}
                </TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </ListBody>
      <Pager one="user" list={list} />
    </>
  );
};
