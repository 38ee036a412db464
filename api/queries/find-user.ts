import { select, type Sql } from "#infra/db/sql.ts";
import type { User as UserRow } from "#infra/db/entities/user.ts";

/** What an account shows of itself. */
export type UserColumns = Omit<UserRow, "password" | "isAdmin">;

/** The same in SQL. */
export const USER_COLUMNS = `id, username, email, role, credits, created_at AS "createdAt"`;

export const findUser = async (sql: Sql, id: number): Promise<UserColumns | undefined> => {
  const [user] = await select<UserColumns>(sql, `SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [
    id,
  ]);
  return user;
};

/** The account of that name or e-mail address, in any case of letters. */
export const findLogin = async (
  sql: Sql,
  name: string,
): Promise<(UserColumns & { password: string }) | undefined> => {
  const [user] = await select<UserColumns & { password: string }>(
    sql,
    `SELECT ${USER_COLUMNS}, password FROM users WHERE lower(username) = lower($1)
      UNION ALL
     SELECT ${USER_COLUMNS}, password FROM users WHERE lower(email) = lower($1)`,
    [name],
  );
  return user;
};
