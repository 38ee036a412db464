import { z } from "zod";
import { openBackend } from "../../backend/open-backend.ts";
import { changeRole } from "../../operations/change-role.ts";
import { COMMAND, createDataSource } from "../../db/data-source.ts";
import type { User } from "../../db/entities/user.ts";
import { lockRows } from "../../db/locks.ts";
import { transact } from "../../db/transaction.ts";
import { createLogger } from "../../logger.ts";
import { createAnnounce } from "../../realtime/announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "../../realtime/headless.ts";
import { USER_ROLES, type UserRole } from "#shared/domain/viewer.ts";

const RoleOrder = z.tuple([z.string().min(1), z.enum(USER_ROLES)]);
type RoleOrder = z.infer<typeof RoleOrder>;

/** Username and role, as they stand on the command line. Throws how to write them. */
export const readRoleOrder = (args: readonly string[]): RoleOrder => {
  const { data: order } = RoleOrder.safeParse(args);
  if (order !== undefined) return order;
  throw new Error(`Usage: npm run user:promote -- <username> <${USER_ROLES.join("|")}>`);
};

type Account = Pick<User, "id" | "username" | "role">;

/** Returns the account as it was. */
const setInDatabase = async (databaseUrl: string, [name, role]: RoleOrder): Promise<Account> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  try {
    return await transact(db, createLogger("silent", "promote"), async (tx) => {
      const [user] = await lockRows<Account>(tx, "users", {
        columns: "id, username, role",
        where: "lower(username) = lower($1)",
        values: [name],
      });
      if (user === undefined) throw new Error(`There is no user ${name}.`);
      if (user.role !== role) await changeRole(tx, null, user, role);
      return user;
    });
  } finally {
    await db.destroy();
  }
};

/** Their open pages say why they are signed out, and hear nothing more. */
const cutOff = async (services: Services, userId: number, role: UserRole): Promise<void> => {
  const backend = await openBackend(services, createLogger("silent", "promote"));
  try {
    await backend.ping();
    const io = createHeadlessServer(backend);
    createAnnounce(io).sessionsEnded(userId, { reason: "role_changed", role });
    await closeHeadlessServer(io);
  } finally {
    await backend.close();
  }
};

interface Services {
  databaseUrl: string;
  redisUrl: string | undefined;
}

/** Gives a user a role, and signs them out everywhere if it is another one than before. */
export const setRole = async (services: Services, order: RoleOrder): Promise<string> => {
  const { id, username, role: before } = await setInDatabase(services.databaseUrl, order);
  const [, role] = order;
  if (before === role) return `${username} is ${role} already.`;
  const said = `${username} is ${role} now, and has to sign in again.`;
  // The role stands, whoever could be told.
  return cutOff(services, id, role).then(
    () => said,
    (err: unknown) => `${said} Their open pages could not be told: ${String(err)}`,
  );
};
