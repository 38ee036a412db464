import { workerData } from "node:worker_threads";
import type { Client } from "pg";

/** Data for the thread. Includes the SQL statements, because the thread imports no other module. */
export interface PulseData {
  databaseUrl: string;
  /** Time of the process's last tick, in milliseconds since 1970. */
  lastTick: SharedArrayBuffer;
  held: HeldTable;
  statements: string[];
}

/**
 * The leases of the process, in memory shared with the thread. A lease has the same index in all
 * columns.
 */
export interface HeldTable {
  /** Index of the job's statement, counted from 1; 0 if the entry is free. */
  jobs: Int32Array;
  ids: Int32Array;
  attempts: Int32Array;
}

const LOOK_MS = 200;
/**
 * The thread renews the leases if the process has not ticked for this long. Leases expire after 2.2
 * s.
 */
const LATE_MS = 500;
/** The thread stops renewing after this time: the process will not recover. */
const HOPELESS_MS = 10_000;
const PATIENCE_MS = 2000;

const { databaseUrl, lastTick, held, statements }: PulseData = workerData;
const clock = new BigInt64Array(lastTick);
let client: Client | undefined;
let isSpeaking = false;

/** Connects on first use, which is rare. */
const connect = async (): Promise<Client> => {
  const pg = await import("pg");
  const opened = new pg.default.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  opened.on("error", () => (client = undefined));
  await opened.connect();
  return opened;
};

const speakUp = async (): Promise<void> => {
  for (const [n, statement] of statements.entries()) {
    const places = [...held.jobs.keys()].filter((at) => Atomics.load(held.jobs, at) === n + 1);
    if (places.length === 0) continue;
    client ??= await connect();
    const { ids, attempts } = held;
    await client.query(statement, [places.map((at) => ids[at]), places.map((at) => attempts[at])]);
  }
};

const look = async (): Promise<void> => {
  const silentMs = Date.now() - Number(Atomics.load(clock, 0));
  if (isSpeaking || silentMs < LATE_MS || silentMs > HOPELESS_MS) return;
  isSpeaking = true;
  try {
    await speakUp();
  } catch {
    // The process itself logs outages. The next check reconnects.
    void client?.end().catch(() => "it has ended");
    client = undefined;
  }
  isSpeaking = false;
};

setInterval(look, LOOK_MS);
