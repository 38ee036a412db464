import { z } from "zod";
import { createDataSource } from "../db/data-source.ts";
import { endSessionsOf } from "../db/end-sessions.ts";
import { change } from "../db/sql.ts";
import { USER_ROLES } from "#shared/domain/viewer.ts";

const RoleOrder = z.tuple([z.string().min(1), z.enum(USER_ROLES)]);
type RoleOrder = z.infer<typeof RoleOrder>;

/** Username and role, as they stand on the command line. Throws how to write them. */
export const readRoleOrder = (args: readonly string[]): RoleOrder => {
  const { data: order } = RoleOrder.safeParse(args);
  if (order !== undefined) return order;
  throw new Error(`Usage: npm run user:promote -- <username> <${USER_ROLES.join("|")}>`);
};

const SET_ROLE = `
  UPDATE users SET role = $2
    FROM (SELECT id, role FROM users WHERE lower(username) = lower($1) FOR UPDATE) AS old
   WHERE users.id = old.id
  RETURNING users.id, users.username, old.role AS before`;

/** Gives a user a role, and signs them out everywhere if it is another one than before. */
export const setRole = async (databaseUrl: string, [name, role]: RoleOrder): Promise<string> => {
  const db = await createDataSource(databaseUrl, 1).initialize();
  try {
    return await db.transaction(async (tx) => {
      const [user] = await change<{ id: number; username: string; before: string }>(tx, SET_ROLE, [
        name,
        role,
      ]);
      if (user === undefined) throw new Error(`There is no user ${name}.`);
      if (user.before === role) return `${user.username} is ${role} already.`;
      await endSessionsOf(tx, user.id);
      return `${user.username} is ${role} now, and has to sign in again.`;
    });
  } finally {
    await db.destroy();
  }
};
