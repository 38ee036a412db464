import { workerData } from "node:worker_threads";
import type { Client } from "pg";

/**
 * Data for the thread. It includes the SQL statements, because the thread imports no module of the
 * project.
 */
export interface HeartbeatThreadData {
  databaseUrl: string;
  /** Last tick of the main thread (one every 100 ms), in milliseconds since 1970. */
  lastTick: SharedArrayBuffer;
  leases: SharedLeaseTable;
  statements: string[];
}

/** The process's leases, shared with the thread. A lease has the same index in all columns. */
export interface SharedLeaseTable {
  /** Position of the job's SQL in `statements`, counted from 1; 0 if the entry is free. */
  statementNumbers: Int32Array;
  ids: Int32Array;
  attempts: Int32Array;
}

const CHECK_INTERVAL_MS = 200;
/** After this long without a tick, the thread renews the leases. They expire after 2.2 s. */
const STALL_THRESHOLD_MS = 500;
/**
 * After this long without a tick, the thread stops renewing, because the process will probably not
 * recover.
 */
const GIVE_UP_AFTER_MS = 10_000;
const DATABASE_TIMEOUT_MS = 2000;

const { databaseUrl, lastTick, leases, statements }: HeartbeatThreadData = workerData;
const clock = new BigInt64Array(lastTick);
let client: Client | undefined;
let isRenewing = false;

/** Called only when the main thread is blocked, so most workers never open this connection. */
const connect = async (): Promise<Client> => {
  const pg = await import("pg");
  const opened = new pg.default.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
  });
  opened.on("error", () => (client = undefined));
  await opened.connect();
  return opened;
};

const renewAllLeases = async (): Promise<void> => {
  for (const [n, statement] of statements.entries()) {
    const places = [...leases.statementNumbers.keys()].filter(
      (at) => Atomics.load(leases.statementNumbers, at) === n + 1,
    );
    if (places.length === 0) continue;
    client ??= await connect();
    const { ids, attempts } = leases;
    await client.query(statement, [places.map((at) => ids[at]), places.map((at) => attempts[at])]);
  }
};

const checkProcess = async (): Promise<void> => {
  const silentMs = Date.now() - Number(Atomics.load(clock, 0));
  if (isRenewing || silentMs < STALL_THRESHOLD_MS || silentMs > GIVE_UP_AFTER_MS) return;
  isRenewing = true;
  try {
    await renewAllLeases();
  } catch {
    // Errors are not logged here, because the main thread logs database outages. The next check
    // reconnects.
    void client?.end().catch(() => "it has ended");
    client = undefined;
  }
  isRenewing = false;
};

setInterval(checkProcess, CHECK_INTERVAL_MS);
