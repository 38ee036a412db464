import { openBackend } from "#infra/backend/open-backend.ts";
import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import type { UserEntity } from "#infra/db/entities/user.ts";
import { type Locked, lockRows } from "#infra/db/row-locks.ts";
import { type Tx, withTransaction } from "#infra/db/transaction.ts";
import { createLogger } from "#infra/logger.ts";
import type { SocketServer } from "#infra/realtime/event-publisher.ts";
import { closeHeadlessServer, createHeadlessServer } from "#infra/realtime/headless-server.ts";

export interface CommandServices {
  databaseUrl: string;
  redisUrl: string | undefined;
}

export interface AccountColumns extends Pick<UserEntity, "id" | "username" | "role" | "email"> {
  isConfirmed: boolean;
}

const SILENT_LOGGER = createLogger("silent", "command");

/**
 * Runs `work` in a transaction with the named account locked. Throws if there is no such account.
 */
export const withLockedAccount = async <T>(
  databaseUrl: string,
  name: string,
  work: (tx: Tx, account: Locked<AccountColumns>) => Promise<T>,
): Promise<T> => {
  const db = await createDataSource(databaseUrl, COMMAND_CONNECTIONS).initialize();
  try {
    return await withTransaction(db, SILENT_LOGGER, async (tx) => {
      const [account] = await lockRows<AccountColumns>(tx, "users", {
        columns: `id, username, role, email, email_confirmed_at IS NOT NULL AS "isConfirmed"`,
        where: "lower(username) = lower($1)",
        values: [name],
      });
      if (account === undefined) throw new Error(`There is no user ${name}.`);
      return work(tx, account);
    });
  } finally {
    await db.destroy();
  }
};

const withSocketServer = async (
  services: CommandServices,
  say: (io: SocketServer) => void,
): Promise<void> => {
  const backend = await openBackend(services, SILENT_LOGGER);
  try {
    await backend.ping();
    const io = createHeadlessServer(backend);
    say(io);
    await closeHeadlessServer(io);
  } finally {
    await backend.close();
  }
};

/**
 * Sends socket events about a committed change. Returns `done`, with a note if the events could not
 * be sent.
 */
export const notifyOpenPages = (
  services: CommandServices,
  done: string,
  say: (io: SocketServer) => void,
): Promise<string> =>
  withSocketServer(services, say).then(
    () => done,
    (err: unknown) => `${done} Their open pages could not be notified: ${String(err)}`,
  );
