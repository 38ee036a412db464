import { workerData } from "node:worker_threads";
import type { Client } from "pg";

/** Data for the thread. Includes the SQL statements, because the thread imports no other module. */
export interface HeartbeatThreadData {
  databaseUrl: string;
  /** Time of the process's last tick, in milliseconds since 1970. */
  lastTick: SharedArrayBuffer;
  held: SharedLeaseTable;
  statements: string[];
}

/**
 * The leases of the process, in memory shared with the thread. A lease has the same index in all
 * columns.
 */
export interface SharedLeaseTable {
  /** Index of the job's statement, counted from 1; 0 if the entry is free. */
  jobs: Int32Array;
  ids: Int32Array;
  attempts: Int32Array;
}

const CHECK_INTERVAL_MS = 200;
/**
 * The thread renews the leases if the process has not ticked for this long. Leases expire after 2.2
 * s.
 */
const STALL_THRESHOLD_MS = 500;
/** The thread stops renewing after this time: the process will not recover. */
const GIVE_UP_AFTER_MS = 10_000;
const DATABASE_TIMEOUT_MS = 2000;

const { databaseUrl, lastTick, held, statements }: HeartbeatThreadData = workerData;
const clock = new BigInt64Array(lastTick);
let client: Client | undefined;
let isRenewing = false;

/** Connects on first use, which is rare. */
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
    const places = [...held.jobs.keys()].filter((at) => Atomics.load(held.jobs, at) === n + 1);
    if (places.length === 0) continue;
    client ??= await connect();
    const { ids, attempts } = held;
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
    // The process itself logs outages. The next check reconnects.
    void client?.end().catch(() => "it has ended");
    client = undefined;
  }
  isRenewing = false;
};

setInterval(checkProcess, CHECK_INTERVAL_MS);
