import { explainConnectError } from "./explain-connect-error.ts";
import { CONNECT_TIMEOUT_MS } from "./warm-pool.ts";
import { TimeoutClient } from "./timeout-client.ts";

const SERVER_PROCESS_SQL = "SELECT pg_backend_pid() AS pid";
/**
 * How many times the sessions of both connections are compared. A busy pooler may give each
 * connection its own session by chance, so one comparison is not enough.
 */
const ROUNDS = 3;

const ADVICE =
  "The database's connection pooler shares sessions between clients (transaction or statement mode). " +
  "Use its session mode (PgBouncer: pool_mode = session), or connect to PostgreSQL directly.";

const readServerProcess = async (client: TimeoutClient): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>(SERVER_PROCESS_SQL);
  return rows[0]?.pid;
};

/**
 * Throws, with a message for the operator, if a pooler runs the statements of one connection in
 * different sessions. Settings, LISTEN and prepared statements would be lost. Opens two connections
 * to find out: they get the same session, or one of them gets several sessions.
 */
export const assertSessionPooling = async (connectionString: string): Promise<void> => {
  const open = () =>
    new TimeoutClient({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const [first, second] = [open(), open()];
  try {
    await Promise.all([first.connect(), second.connect()]).catch((err: unknown) => {
      throw explainConnectError(err);
    });
    const owners = new Map<number | undefined, TimeoutClient>();
    for (let round = 0; round < ROUNDS; round++)
      for (const client of [first, second, second]) {
        const pid = await readServerProcess(client);
        const isShared = (owners.get(pid) ?? client) !== client;
        owners.set(pid, client);
        if (isShared || owners.size > 2) throw new Error(ADVICE);
      }
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
};
