import { z } from "zod";
import { changeRole } from "../../operations/change-role.ts";
import { createAnnounce } from "../../realtime/announce.ts";
import { USER_ROLES } from "#shared/domain/viewer.ts";
import { onAccount, type Services, tellPages } from "./on-account.ts";

const RoleOrder = z.tuple([z.string().min(1), z.enum(USER_ROLES)]);
type RoleOrder = z.infer<typeof RoleOrder>;

/** Parses username and role from the command line. Throws with the usage. */
export const readRoleOrder = (args: readonly string[]): RoleOrder => {
  const { data: order } = RoleOrder.safeParse(args);
  if (order !== undefined) return order;
  throw new Error(`Usage: npm run user:promote -- <username> <${USER_ROLES.join("|")}>`);
};

/** Sets a user's role. If it changes, all sessions of the user end. */
export const setRole = async (services: Services, [name, role]: RoleOrder): Promise<string> => {
  const {
    id,
    username,
    role: before,
  } = await onAccount(services.databaseUrl, name, async (tx, user) => {
    if (user.role !== role) await changeRole(tx, null, user, role);
    return user;
  });
  if (before === role) return `${username} is ${role} already.`;
  const done = `${username} is ${role} now, and has to sign in again.`;
  return tellPages(services, done, (io) =>
    createAnnounce(io).sessionsEnded(id, { reason: "role_changed", role }),
  );
};
