import type { JobName } from "#shared/contract/jobs.ts";
import type { SpendingLimit } from "#shared/domain/spending.ts";
import { type Locked, lockInOrder } from "./locks.ts";
import { change, select, type Sql } from "./sql.ts";
import type { Tx } from "./transaction.ts";
import { type Usage, usageClause } from "./usage.ts";
import { type Failure, noteWorkFailure } from "./work-failures.ts";
import { isWaiting, SILENCE, WORK } from "./work-columns.ts";

export const HEARTBEAT_MS = 700;

/**
 * Maximum number of attempts, which stops a job that crashes its worker each time. A retry by hand
 * allows as many again.
 */
export const GIVE_UP_EVERY = 25;

/**
 * SQL for the attempt counter after a retry by hand: the next multiple of the maximum, so that the
 * job gets all attempts again.
 */
export const attemptsAnew = (column: string): string =>
  `(${column} / ${GIVE_UP_EVERY} + 1) * ${GIVE_UP_EVERY}`;

/**
 * Another attempt has taken the lease, or the row is gone. This attempt must not write any more.
 */
export class LostWork extends Error {
  override readonly name = "LostWork";
}

/** The right to work on a row; `claim-work.ts` grants it. */
export interface Hold {
  job: JobName;
  id: number;
  /** Number of this attempt, which never repeats: the fence against writes of earlier attempts. */
  attempt: number;
  /** Failed attempts since the job was last requested. */
  failures: number;
  /**
   * Requests that may follow those of this attempt. Negative: this attempt may send none. Absent:
   * unlimited.
   */
  requestsLeft?: number;
  /** Set before `endWork` with status "failed". */
  failure?: Failure;
  /** Usage of this attempt so far; stored when the attempt ends or is released. */
  meter?: { usage: Usage | null };
}

interface HeldChange {
  /** SQL assignments; their parameters start at $1. */
  set: string;
  values?: unknown[];
  returning?: string;
}

const IF_WRITTEN = "WHERE EXISTS (SELECT FROM written)";

/**
 * The only way to write to a leased row. Throws `LostWork` if another attempt has the lease, this
 * one has ended, or the row is gone.
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
 * Final write of an attempt: also inserts its usage row. The claim counted one request in advance;
 * this corrects the count to the metered number.
 */
const writeLast = <Row>(sql: Sql, hold: Hold, last: HeldChange): Promise<Row> => {
  const { meter, requestsLeft } = hold;
  const usage = meter?.usage ?? null;
  if (!meter || requestsLeft === undefined) return writeHeld<Row>(sql, hold, last, usage);
  const values = [...(last.values ?? []), (usage?.requests ?? 0) - 1];
  const set = `${last.set}, requests = requests + $${values.length}`;
  return writeHeld<Row>(sql, hold, { ...last, set, values }, usage);
};

/** Renews the lease and optionally stores a partial result. Throws `LostWork`. */
export const beat = async (sql: Sql, hold: Hold, soFar?: HeldChange): Promise<void> => {
  const { prefix: p } = WORK[hold.job];
  const alive = `${p}heartbeat_at = now()`;
  await writeHeld(sql, hold, soFar ? { ...soFar, set: `${soFar.set}, ${alive}` } : { set: alive });
};

/**
 * SQL that renews the leases of many attempts of one job, given as arrays of ids and attempts. Used
 * by the thread that sends heartbeats while the event loop is blocked. Skips rows that are locked.
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

export interface Said {
  hold: Hold;
  text: string;
}

/** Skips locked rows, so that one turn cannot delay the heartbeats of the others. */
export const BEAT_TOGETHER = `
  WITH said AS (
    SELECT t.id, text FROM unnest($1::int[], $2::int[], $3::text[]) AS said (id, attempt, text)
      JOIN turns t ON t.id = said.id AND t.attempt = said.attempt AND t.status = 'streaming'
       FOR NO KEY UPDATE OF t SKIP LOCKED)
  UPDATE turns t SET content = said.text, heartbeat_at = now()
    FROM said WHERE t.id = said.id RETURNING t.id, t.attempt`;

/**
 * Renews the leases of several turns and stores their texts in one statement. Returns the leases it
 * renewed; for the others only `beat` can tell whether they are lost.
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
 * Releases the job, to be retried after `delayMs`. `failed` counts as a failed attempt; a release
 * at shutdown does not. Throws `LostWork`.
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
 * Releases a job that reached a daily spending limit between two requests; it waits until there is
 * budget. Throws `LostWork`.
 */
export const deferWork = async (sql: Sql, hold: Hold, limit: SpendingLimit): Promise<void> => {
  const { prefix: p } = WORK[hold.job];
  await writeLast(sql, hold, {
    set: `${p}status = 'pending', ${p}waits_for = $1`,
    values: [limit],
  });
};

/**
 * Ends the job with its result. The row stays locked until the transaction, which also writes the
 * consequences, ends. Throws `LostWork`.
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
 * Jobs that should be running and are not: their lease has expired, or their queue entry was lost.
 * Expired leases come first, the rest in fair-queue order, so that one user's backlog does not
 * delay others.
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
