import { openBackend } from "../../backend/open-backend.ts";
import { COMMAND, createDataSource } from "../../db/data-source.ts";
import type { User } from "../../db/entities/user.ts";
import { type Locked, lockRows } from "../../db/locks.ts";
import { type Tx, transact } from "../../db/transaction.ts";
import { createLogger } from "../../logger.ts";
import type { SocketServer } from "../../realtime/announce.ts";
import { closeHeadlessServer, createHeadlessServer } from "../../realtime/headless.ts";

export interface Services {
  databaseUrl: string;
  redisUrl: string | undefined;
}

export interface Account extends Pick<User, "id" | "username" | "role" | "email"> {
  isConfirmed: boolean;
}

const SILENT = createLogger("silent", "command");

/**
 * Runs `work` in a transaction with the named account locked. Throws if there is no such account.
 */
export const onAccount = async <T>(
  databaseUrl: string,
  name: string,
  work: (tx: Tx, account: Locked<Account>) => Promise<T>,
): Promise<T> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  try {
    return await transact(db, SILENT, async (tx) => {
      const [account] = await lockRows<Account>(tx, "users", {
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

const reachPages = async (services: Services, say: (io: SocketServer) => void): Promise<void> => {
  const backend = await openBackend(services, SILENT);
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
export const tellPages = (
  services: Services,
  done: string,
  say: (io: SocketServer) => void,
): Promise<string> =>
  reachPages(services, say).then(
    () => done,
    (err: unknown) => `${done} Their open pages could not be told: ${String(err)}`,
  );
