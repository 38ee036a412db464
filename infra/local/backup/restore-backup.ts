import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { COMMAND, createDataSource } from "../../db/data-source.ts";
import { select, type Sql } from "../../db/sql.ts";
import { verifyLedger } from "../../operations/verify-ledger.ts";
import { End, Head, TableLine } from "./format.ts";
import { linesOf } from "./lines.ts";
import { listMigrations, listTables, type Table } from "./tables.ts";

/** Maximum size of a batch of rows, in characters. */
const BATCH = 4_000_000;

const BROKEN = "The backup is not whole: it was broken off, or is none.";

export const requireFile = (file: string): Promise<void> =>
  access(file, constants.R_OK).catch((err: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause: err });
  });

async function* linesIn(file: string): AsyncGenerator<string> {
  // Errors reach the consumer of the lines; the callback only prevents an unhandled error.
  const bytes = pipeline(createReadStream(file), createGunzip(), () => {});
  try {
    yield* linesOf(bytes);
  } catch (err) {
    throw new Error(BROKEN, { cause: err });
  }
}

const parse = (line: string | undefined): unknown => {
  try {
    return JSON.parse(line ?? "");
  } catch {
    throw new Error(BROKEN);
  }
};

const requireEmpty = async (tx: Sql): Promise<void> => {
  const [known] = await select<{ users: boolean }>(
    tx,
    `SELECT EXISTS (SELECT FROM users) AS users`,
  );
  if (known?.users) throw new Error("The database is not empty: restore into a new one.");
};

const requireSameVersion = async (tx: Sql, head: unknown): Promise<void> => {
  const { success, data } = Head.safeParse(head);
  if (!success) throw new Error(BROKEN);
  if (String(data.migrations) === String(await listMigrations(tx))) return;
  throw new Error(
    "The backup is of another version: restore it with the code of that version, then migrate.",
  );
};

const insert = async (tx: Sql, { name, columns }: Table, rows: string[]): Promise<void> => {
  const names = columns.map((column) => `"${column}"`).join(", ");
  await tx.query(
    `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1)`,
    [`[${rows.join(",")}]`],
  );
};

/** Inserts the rows of all tables. Returns their number; throws if the backup is incomplete. */
const takeRows = async (tx: Sql, lines: AsyncGenerator<string>, tables: readonly Table[]) => {
  let table: Table | undefined;
  let waiting: string[] = [];
  let size = 0;
  let rows = 0;
  const send = async (): Promise<void> => {
    if (table && waiting.length > 0) await insert(tx, table, waiting);
    rows += waiting.length;
    [waiting, size] = [[], 0];
  };
  for await (const line of lines) {
    // No table has a first column with one of these names, so a row cannot look like this.
    if (line.startsWith('{"table":')) {
      await send();
      const { table: name, columns } = TableLine.parse(parse(line));
      if (!tables.some((each) => each.name === name)) throw new Error(BROKEN);
      table = { name, columns };
    } else if (line.startsWith('{"end":')) {
      await send();
      if (End.parse(parse(line)).end !== rows) throw new Error(BROKEN);
      return rows;
    } else {
      waiting.push(line);
      size += line.length;
      if (size > BATCH) await send();
    }
  }
  throw new Error(BROKEN);
};

const IDENTITIES = `
  SELECT table_name AS name, column_name AS "column" FROM information_schema.columns
   WHERE table_schema = 'public' AND identity_generation IS NOT NULL`;

/** Continues the identity sequences after the highest id. */
const moveSequences = async (tx: Sql): Promise<void> => {
  for (const { name, column } of await select<{ name: string; column: string }>(tx, IDENTITIES))
    await tx.query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${column}'),
                     (SELECT coalesce(max(${column}), 0) + 1 FROM ${name}), false)`,
    );
};

/**
 * Restores a backup into an empty database of the same version, in one transaction. Returns the
 * number of rows. Jobs that were running are recovered by workers like those of a dead worker.
 */
export const restoreBackup = async (databaseUrl: string, file: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  try {
    return await db.transaction(async (tx) => {
      await requireEmpty(tx);
      const lines = linesIn(file);
      const { value: head } = await lines.next();
      await requireSameVersion(tx, parse(head));
      const tables = await listTables(tx);
      // Triggers would book and count again what the rows already contain.
      for (const { name } of tables) await tx.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      for (const { name } of tables.toReversed()) await tx.query(`DELETE FROM ${name}`);
      const rows = await takeRows(tx, lines, tables);
      for (const { name } of tables) await tx.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
      await moveSequences(tx);
      const { differences } = await verifyLedger(tx);
      if (differences.length > 0) throw new Error("The ledger of the backup does not agree.");
      return rows;
    });
  } finally {
    await db.destroy();
  }
};
