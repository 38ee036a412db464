import { workerData } from "node:worker_threads";
import type { Client } from "pg";

/** What the thread is given: with statements, since it imports none of the product. */
export interface PulseData {
  databaseUrl: string;
  /** When the process last got around to saying so, in milliseconds. */
  lastTick: SharedArrayBuffer;
  held: HeldTable;
  /** One for each kind of job. */
  statements: string[];
}

/** What the process holds, in memory that both see: each hold has the same place in all columns. */
export interface HeldTable {
  /** Which of the statements is its job's, counted from 1; 0 where nothing is held. */
  jobs: Int32Array;
  ids: Int32Array;
  attempts: Int32Array;
}

/** It is looked so often, */
const LOOK_MS = 200;
/** and spoken up for a process that has been silent so long, which is taken for dead after 2.2 s, */
const LATE_MS = 500;
/** and not any more for one that has been so long: it will not come back. */
const HOPELESS_MS = 10_000;
/** A database that takes longer is asked again. */
const PATIENCE_MS = 2000;

const { databaseUrl, lastTick, held, statements }: PulseData = workerData;
const clock = new BigInt64Array(lastTick);
let client: Client | undefined;
let isSpeaking = false;

/** Made when it is needed for the first time, which is hardly ever. */
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
    // Nobody could hear it: the process tells of an outage, and the next look comes all the same.
    void client?.end().catch(() => "it has ended");
    client = undefined;
  }
  isSpeaking = false;
};

setInterval(look, LOOK_MS);
