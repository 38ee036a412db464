import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { UserEntity as UserRow } from "#infra/db/entities/user.ts";
import type { UserColumns } from "#infra/presenters/user-presenter.ts";

export const USER_COLUMNS = `id, username, email, role, credits, created_at AS "createdAt"`;

export const findUser = async (sql: Sql, id: number): Promise<UserColumns | undefined> => {
  const [user] = await selectRows<UserColumns>(
    sql,
    `SELECT ${USER_COLUMNS} FROM users WHERE id = $1`,
    [id],
  );
  return user;
};

export type LoginColumns = UserColumns &
  Pick<UserRow, "password" | "sessionEpoch"> & {
    isSuspended: boolean;
    hasApp: boolean;
    hasPasskey: boolean;
  };

const LOGIN_COLUMNS = `${USER_COLUMNS}, password, session_epoch AS "sessionEpoch",
  suspended_at IS NOT NULL AS "isSuspended",
  EXISTS (SELECT FROM authenticators WHERE user_id = users.id AND confirmed_at IS NOT NULL) AS "hasApp",
  EXISTS (SELECT FROM passkeys WHERE user_id = users.id) AS "hasPasskey"`;

export const findLoginById = async (sql: Sql, id: number): Promise<LoginColumns | undefined> => {
  const found = `SELECT ${LOGIN_COLUMNS} FROM users WHERE id = $1`;
  return (await selectRows<LoginColumns>(sql, found, [id]))[0];
};

/** Finds an account by username or email address, ignoring case. Undefined if there is none. */
export const findLogin = async (sql: Sql, name: string): Promise<LoginColumns | undefined> => {
  const [user] = await selectRows<LoginColumns>(
    sql,
    `SELECT ${LOGIN_COLUMNS} FROM users WHERE lower(username) = lower($1)
      UNION ALL
     SELECT ${LOGIN_COLUMNS} FROM users WHERE lower(email) = lower($1)`,
    [name],
  );
  return user;
};
