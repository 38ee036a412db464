import { change, select, type Sql } from "./sql.ts";
import type { Tx } from "./transaction.ts";

/**
 * The tables whose rows transactions lock, in the one order in which they do: so nobody waits for
 * somebody who waits for them.
 */
const ORDER = [
  "debates",
  "turns",
  "moderations",
  "audio_cache",
  "users",
  "transactions",
  "mails",
  "exports",
] as const;
export type LockedTable = (typeof ORDER)[number];

declare const isLocked: unique symbol;

/** A row that the transaction holds until it ends. Only the functions here give one. */
export type Locked<Row> = Row & { readonly [isLocked]: true };

/** How far down the order each transaction is. */
const reached = new WeakMap<Sql, number>();

/** Notes that a transaction is about to lock rows. Throws where that is against the order. */
export const lockInOrder = (tx: Tx, table: LockedTable): void => {
  const rank = ORDER.indexOf(table);
  const last = reached.get(tx) ?? 0;
  if (rank < last) throw new Error(`${table} must be locked before ${ORDER[last]}`);
  reached.set(tx, rank);
};

export type LockStrength = "UPDATE" | "NO KEY UPDATE";

interface Rows {
  columns: string;
  /** Which rows; its parameters begin at $1. */
  where: string;
  values: unknown[];
  /** NO KEY where rows that refer to these may come meanwhile. */
  strength?: LockStrength;
}

/** Locks rows until the transaction ends, in the order of their ids, and returns them. */
export const lockRows = async <Row>(
  tx: Tx,
  table: LockedTable,
  { columns, where, values, strength = "UPDATE" }: Rows,
): Promise<Locked<Row>[]> => {
  lockInOrder(tx, table);
  return select<Locked<Row>>(
    tx,
    `SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY id FOR ${strength}`,
    values,
  );
};

/** Changes a row, which locks it, and returns it as `statement` does; undefined if there is none. */
export const changeAndLock = async <Row>(
  tx: Tx,
  table: LockedTable,
  statement: string,
  values: unknown[],
): Promise<Locked<Row> | undefined> => {
  lockInOrder(tx, table);
  const [changed] = await change<Locked<Row>>(tx, statement, values);
  return changed;
};
