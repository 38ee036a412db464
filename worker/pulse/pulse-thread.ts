import { workerData } from "node:worker_threads";
import type { Client } from "pg";

/** What the thread is given: statements, one a job, since it imports none of the product. */
export interface PulseData {
  databaseUrl: string;
  /** When the process last got around to saying so, in milliseconds. */
  lastTick: SharedArrayBuffer;
  /**
   * What is held, three numbers each: which statement, counted from 1, or 0 for an empty place, id and
   * attempt. Telling of it by messages would wake this thread twice a job.
   */
  held: SharedArrayBuffer;
  statements: readonly string[];
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
const table = new Int32Array(held);
let client: Client | undefined;
let isSpeaking = false;

/** Ids and attempts of what is held of the n-th job. */
const heldOf = (n: number): [ids: number[], attempts: number[]] => {
  const [ids, attempts]: [number[], number[]] = [[], []];
  for (let at = 0; at < table.length; at += 3) {
    if (Atomics.load(table, at) !== n + 1) continue;
    ids.push(Atomics.load(table, at + 1));
    attempts.push(Atomics.load(table, at + 2));
  }
  return [ids, attempts];
};

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
    const columns = heldOf(n);
    if (columns[0].length === 0) continue;
    client ??= await connect();
    await client.query(statement, columns);
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
