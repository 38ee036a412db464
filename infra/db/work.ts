import type { JobName } from "#shared/contract/jobs.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import { type Locked, lockInOrder } from "./locks.ts";
import { change, select, type Sql } from "./sql.ts";
import type { Tx } from "./transaction.ts";
import { type Usage, usageClause } from "./usage.ts";
import { type Failure, noteWorkFailure } from "./work-failures.ts";
import { isWaiting, SILENCE, WORK } from "./work-columns.ts";

/** A worker says that it is alive this often. */
export const HEARTBEAT_MS = 700;

/** Work that ends its worker every time is given up at each of these attempts, where it ever is. */
export const GIVE_UP_EVERY = 25;

/**
 * What the column with the attempts becomes when somebody asks anew: the next is the first of as many as
 * work may have, however many the times before took.
 */
export const attemptsAnew = (column: string): string =>
  `(${column} / ${GIVE_UP_EVERY} + 1) * ${GIVE_UP_EVERY}`;

/** Another attempt holds the work, or its row is gone: nothing of this one may be written. */
export class LostWork extends Error {
  override readonly name = "LostWork";
}

/** A hold on some work: see `claim-work.ts`. */
export interface Hold {
  job: JobName;
  /** Of the row that is worked on. */
  id: number;
  /** Counts every hold there ever was: the fence that keeps those of before from writing. */
  attempt: number;
  /** Tries that failed since somebody asked for the work. */
  failures: number;
  /** Requests that may follow this attempt's, where there is an end to them; below 0, not even that. */
  requestsLeft?: number;
  /** Why it comes to nothing, where it does. */
  failure?: Failure;
  /** Knows what the attempt has taken of a model: written as it ends, or is given back. */
  meter?: { usage: Usage | null };
}

interface HeldChange {
  /** What is assigned; its parameters begin at $1. */
  set: string;
  values?: unknown[];
  /** What is wanted back. */
  returning?: string;
}

const IF_WRITTEN = "WHERE EXISTS (SELECT FROM written)";

/**
 * Writes to the row that is worked on: the one way to do so. Throws `LostWork` where another attempt
 * holds it, this one has ended, or the row is gone.
 */
const writeHeld = async <Row>(
  sql: Sql,
  { job, id, attempt }: Hold,
  { set, values = [], returning = "id" }: HeldChange,
  usage: Usage | null = null,
): Promise<Row> => {
  const { table, prefix: p, running } = WORK[job];
  const [n, m] = [values.length + 1, values.length + 2];
  const update = `UPDATE ${table} SET ${set}
      WHERE id = $${n} AND ${p}attempt = $${m} AND ${p}status = '${running}' RETURNING ${returning}`;
  const booking = usage && usageClause(job, usage, { id: `$${n}`, next: m + 1, where: IF_WRITTEN });
  const [written] = await change<Row>(
    sql,
    booking ? `WITH written AS (${update}), ${booking.text} SELECT * FROM written` : update,
    [...values, id, attempt, ...(booking?.values ?? [])],
  );
  if (!written) throw new LostWork();
  return written;
};

/**
 * The same as the attempt's last word, with what it took, in one statement. Where requests have an
 * end, its claim counted one; it made as many as its meter says.
 */
const writeLast = <Row>(sql: Sql, hold: Hold, last: HeldChange): Promise<Row> => {
  const { meter, requestsLeft } = hold;
  const usage = meter?.usage ?? null;
  if (!meter || requestsLeft === undefined) return writeHeld<Row>(sql, hold, last, usage);
  const values = [...(last.values ?? []), (usage?.requests ?? 0) - 1];
  const set = `${last.set}, requests = requests + $${values.length}`;
  return writeHeld<Row>(sql, hold, { ...last, set, values }, usage);
};

/** Says that the attempt is alive, and keeps what it has so far. Throws `LostWork`. */
export const beat = async (sql: Sql, hold: Hold, soFar?: HeldChange): Promise<void> => {
  const { prefix: p } = WORK[hold.job];
  const alive = `${p}heartbeat_at = now()`;
  await writeHeld(sql, hold, soFar ? { ...soFar, set: `${soFar.set}, ${alive}` } : { set: alive });
};

/**
 * The same of many holds on one job, given as ids and attempts, and nothing else: for whoever says it
 * in the place of a process that cannot. What another has locked is heard of from that one.
 */
export const beatAll = (job: JobName): string => {
  const { table, prefix: p, running } = WORK[job];
  return `
    WITH held AS (
      SELECT w.id FROM unnest($1::int[], $2::int[]) AS held (id, attempt)
        JOIN ${table} w ON w.id = held.id AND w.${p}attempt = held.attempt
                       AND w.${p}status = '${running}'
         FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE ${table} w SET ${p}heartbeat_at = now() FROM held WHERE w.id = held.id`;
};

/** What an attempt at a turn has said so far. */
export interface Said {
  hold: Hold;
  text: string;
}

/** Whoever has locked a row is not waited for, so that no turn falls silent for another's sake. */
export const BEAT_TOGETHER = `
  WITH said AS (
    SELECT t.id, text FROM unnest($1::int[], $2::int[], $3::text[]) AS said (id, attempt, text)
      JOIN turns t ON t.id = said.id AND t.attempt = said.attempt AND t.status = 'streaming'
       FOR NO KEY UPDATE OF t SKIP LOCKED)
  UPDATE turns t SET content = said.text, heartbeat_at = now()
    FROM said WHERE t.id = said.id RETURNING t.id, t.attempt`;

/**
 * Says of several turns at once that their attempts are alive, and keeps their texts. Returns those
 * it could; what is with the others only `beat` tells.
 */
export const beatTogether = async (sql: Sql, said: readonly Said[]): Promise<Hold[]> => {
  const columns = [
    said.map(({ hold }) => hold.id),
    said.map(({ hold }) => hold.attempt),
    said.map(({ text }) => text),
  ];
  const kept = await change<Pick<Hold, "id" | "attempt">>(sql, BEAT_TOGETHER, columns);
  const isKept = new Set(kept.map(({ id, attempt }) => `${id}-${attempt}`));
  return said.flatMap(({ hold }) => (isKept.has(`${hold.id}-${hold.attempt}`) ? [hold] : []));
};

/**
 * Gives the work back, to be done again after `delayMs`. `failed` counts against its tries, handing
 * back at a shutdown does not. Throws `LostWork`.
 */
export const releaseWork = async (
  sql: Sql,
  hold: Hold,
  { delayMs, failed }: { delayMs: number; failed: boolean },
): Promise<void> => {
  const { prefix: p } = WORK[hold.job];
  await writeLast(sql, hold, {
    set: `${p}status = 'pending', ${p}run_at = now() + $1 * interval '1 millisecond',
          ${p}failures = ${p}failures + $2`,
    values: [delayMs, failed ? 1 : 0],
  });
};

/**
 * Gives paid work back that has reached a daily spending limit between two of its requests: it waits until
 * there is budget. Throws `LostWork`.
 */
export const deferWork = async (sql: Sql, hold: Hold, limit: SpendingLimit): Promise<void> => {
  const { prefix: p } = WORK[hold.job];
  await writeLast(sql, hold, {
    set: `${p}status = 'pending', ${p}waits_for = $1`,
    values: [limit],
  });
};

/**
 * Ends the work, well or not, and keeps what came of it, in the transaction that draws the
 * consequences; its row is held until that ends. Throws `LostWork`.
 */
export const endWork = async <Row>(
  tx: Tx,
  hold: Hold,
  status: "complete" | "failed",
  { set, ...end }: HeldChange,
): Promise<Locked<Row>> => {
  const { table, prefix: p } = WORK[hold.job];
  lockInOrder(tx, table);
  const written = await writeLast<Locked<Row>>(tx, hold, {
    ...end,
    set: `${p}status = '${status}', ${set}`,
  });
  if (status === "failed") await noteWorkFailure(tx, hold);
  return written;
};

/**
 * Work that should be running and is not: its worker is dead, or its job was lost. What had begun comes
 * first, the rest as in its queue: of thousands that one user has waiting, others' are not found last.
 */
export const lostWork = (
  sql: Sql,
  job: JobName,
  limit: number,
): Promise<{ id: number; attempt: number; priority: number }[]> => {
  const { table, prefix: p, running, priority } = WORK[job];
  return select(
    sql,
    `SELECT id, ${p}attempt AS attempt, ${priority} AS priority FROM ${table}
      WHERE (${p}status = 'pending' AND ${p}run_at < now() - interval '1 second' AND NOT ${isWaiting(job)})
         OR (${p}status = '${running}' AND ${p}heartbeat_at < now() - ${SILENCE})
      ORDER BY ${p}status = 'pending', priority, ${p}run_at LIMIT $1`,
    [limit],
  );
};
