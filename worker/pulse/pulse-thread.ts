import { parentPort, workerData } from "node:worker_threads";
import type { Client } from "pg";

/** What the thread is given: statements by the names of jobs, since it imports none of the product. */
export interface PulseData {
  databaseUrl: string;
  /** When the process last got around to saying so, in milliseconds. */
  lastTick: SharedArrayBuffer;
  statements: Record<string, string>;
}

export interface HoldNews {
  job: string;
  id: number;
  attempt: number;
  isOver: boolean;
}

/** It is looked so often, */
const LOOK_MS = 200;
/** and spoken up for a process that has been silent so long, which is taken for dead after 2.2 s, */
const LATE_MS = 500;
/** and not any more for one that has been so long: it will not come back. */
const HOPELESS_MS = 10_000;
/** A database that takes longer is asked again. */
const PATIENCE_MS = 2000;

const { databaseUrl, lastTick, statements }: PulseData = workerData;
const clock = new BigInt64Array(lastTick);
const holds = new Map<string, Omit<HoldNews, "isOver">>();
let client: Client | undefined;
let isSpeaking = false;

parentPort?.on("message", ({ isOver, ...hold }: HoldNews) => {
  const name = `${hold.job}-${hold.id}-${hold.attempt}`;
  if (isOver) holds.delete(name);
  else holds.set(name, hold);
});

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
  client ??= await connect();
  for (const [job, statement] of Object.entries(statements)) {
    const held = [...holds.values()].filter((hold) => hold.job === job);
    const columns = [held.map(({ id }) => id), held.map(({ attempt }) => attempt)];
    if (held.length > 0) await client.query(statement, columns);
  }
};

const look = async (): Promise<void> => {
  const silentMs = Date.now() - Number(Atomics.load(clock, 0));
  if (isSpeaking || holds.size === 0 || silentMs < LATE_MS || silentMs > HOPELESS_MS) return;
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
