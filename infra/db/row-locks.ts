import { mutateRows, selectRows, type Sql } from "./sql.ts";
import type { Tx } from "./transaction.ts";

/**
 * Tables in the order in which all transactions lock their rows. The same order everywhere prevents
 * deadlocks.
 */
const LOCK_ORDER = [
  "debates",
  "turns",
  "moderations",
  "audio_cache",
  "users",
  "transactions",
  "emails",
  "exports",
  "cleanups",
  "leaderboards",
  "model_checks",
  "verdict_repeats",
  "panel_votes",
  "judge_audit_runs",
] as const;
export type LockedTable = (typeof LOCK_ORDER)[number];

declare const isLocked: unique symbol;

/**
 * A row that the transaction has locked. Only the functions of this file create values of this
 * type.
 */
export type Locked<Row> = Row & { readonly [isLocked]: true };

/** Index in `LOCK_ORDER` of the last table that each transaction locked. */
const lastLockedRank = new WeakMap<Sql, number>();

/**
 * Must be called before a transaction locks rows of `table`. Throws if the transaction has already
 * locked a table that comes later in `LOCK_ORDER`.
 */
export const assertLockOrder = (tx: Tx, table: LockedTable): void => {
  const rank = LOCK_ORDER.indexOf(table);
  const last = lastLockedRank.get(tx) ?? 0;
  if (rank < last) throw new Error(`${table} must be locked before ${LOCK_ORDER[last]}`);
  lastLockedRank.set(tx, rank);
};

export type LockStrength = "UPDATE" | "NO KEY UPDATE";

interface RowsToLock {
  columns: string;
  /** Condition of the SELECT; its parameters start at $1. */
  where: string;
  values: unknown[];
  /** NO KEY UPDATE allows other transactions to insert rows that reference the locked ones. */
  strength?: LockStrength;
}

export const lockRows = async <Row>(
  tx: Tx,
  table: LockedTable,
  { columns, where, values, strength = "UPDATE" }: RowsToLock,
): Promise<Locked<Row>[]> => {
  assertLockOrder(tx, table);
  return selectRows<Locked<Row>>(
    tx,
    `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY id FOR ${strength}`,
    values,
  );
};

/**
 * Updates a row and thereby locks it. Returns the row of the RETURNING clause, or undefined if no
 * row matched.
 */
export const updateAndLockRow = async <Row>(
  tx: Tx,
  table: LockedTable,
  statement: string,
  values: unknown[],
): Promise<Locked<Row> | undefined> => {
  assertLockOrder(tx, table);
  const [changed] = await mutateRows<Locked<Row>>(tx, statement, values);
  return changed;
};
