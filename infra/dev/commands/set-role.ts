import { z } from "zod";
import { changeRole } from "#infra/services/accounts/change-role.ts";
import { createEventPublisher } from "#infra/realtime/event-publisher.ts";
import { USER_ROLES } from "#shared/domain/accounts/viewer.ts";
import { withLockedAccount, type CommandServices, notifyOpenPages } from "./locked-account.ts";

const RoleArguments = z.tuple([z.string().min(1), z.enum(USER_ROLES)]);
type RoleArguments = z.infer<typeof RoleArguments>;

/**
 * Parses username and role from the command line. Throws an error with the usage if they are
 * invalid.
 */
export const parseRoleArguments = (args: readonly string[]): RoleArguments => {
  const { data: order } = RoleArguments.safeParse(args);
  if (order !== undefined) return order;
  throw new Error(`Usage: npm run user:promote -- <username> <${USER_ROLES.join("|")}>`);
};

/** Sets a user's role. If it changes, all sessions of the user end. */
export const setUserRole = async (
  services: CommandServices,
  [name, role]: RoleArguments,
): Promise<string> => {
  const {
    id,
    username,
    role: before,
  } = await withLockedAccount(services.databaseUrl, name, async (tx, user) => {
    if (user.role !== role) await changeRole(tx, null, user, role);
    return user;
  });
  if (before === role) return `${username} is already ${role}.`;
  const done = `${username} is now ${role} and must sign in again.`;
  return notifyOpenPages(services, done, (io) =>
    createEventPublisher(io).sessionsEnded(id, { reason: "role_changed", role }),
  );
};
