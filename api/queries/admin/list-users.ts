import { toLikePattern } from "#infra/db/sql.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import type { Sql } from "#infra/db/sql.ts";
import { type UserColumns, presentUser } from "#infra/presenters/user-presenter.ts";
import type { User } from "#shared/contract/accounts/account.ts";
import type { AdminUsersQuery, UserSort } from "#shared/contract/admin/admin.ts";
import { type ListPage, EMPTY_PAGE } from "#shared/contract/page.ts";
import { hasUnsearchableText } from "#shared/domain/search.ts";
import { USER_COLUMNS } from "../accounts/find-user.ts";

/** There is an index for each order. Ids increase with the time of registration. */
const USER_ORDERS = {
  newest: "id DESC",
  oldest: "id",
  username: "lower(username)",
  "-username": "lower(username) DESC",
  email: "lower(email)",
  "-email": "lower(email) DESC",
  role: "role, id",
  "-role": "role DESC, id DESC",
  credits: "credits, id",
  "-credits": "credits DESC, id DESC",
} as const satisfies Record<UserSort, string>;

export const buildUserPageStatements = ({
  sort,
  q,
  page,
  perPage,
}: AdminUsersQuery): PageStatements => {
  const pattern = q === "" ? [] : [toLikePattern(q)];
  const matches = "ILIKE fold_search_text($1)";
  const where = q === "" ? "" : `WHERE username ${matches} OR email ${matches}`;
  const [limit, offset] = [`$${pattern.length + 1}`, `$${pattern.length + 2}`];
  return {
    rows: {
      text: `SELECT ${USER_COLUMNS} FROM users ${where} ORDER BY ${USER_ORDERS[sort]} LIMIT ${limit} OFFSET ${offset}`,
      values: [...pattern, perPage, (page - 1) * perPage],
    },
    total: { text: `SELECT count(*)::int AS total FROM users ${where}`, values: pattern },
  };
};

/**
 * Returns a page of all users. `q` matches any part of the username or email address. Both are
 * ASCII, so the accents of `q` are ignored: `jürgen` finds `jurgen`.
 */
export const listUsers = async (sql: Sql, query: AdminUsersQuery): Promise<ListPage<User>> => {
  if (hasUnsearchableText(query.q)) return EMPTY_PAGE;
  const { rows, total } = await selectPage<UserColumns>(sql, buildUserPageStatements(query));
  return { rows: rows.map(presentUser), total };
};
