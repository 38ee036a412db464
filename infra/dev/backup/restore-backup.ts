import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { verifyLedger } from "#infra/services/purchases/verify-ledger.ts";
import { BackupFooter, BackupHeader, BackupTableLine } from "./backup-format.ts";
import { splitLines } from "./split-lines.ts";
import { listMigrations, listTables, type BackupTable } from "./list-tables.ts";

/** Maximum size of a batch of rows, in characters. */
const BATCH_CHARACTERS = 4_000_000;

const INVALID_BACKUP_MESSAGE = "The file is incomplete or is not a backup.";

export const assertReadable = (file: string): Promise<void> =>
  access(file, constants.R_OK).catch((err: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause: err });
  });

async function* readBackupLines(file: string): AsyncGenerator<string> {
  // The loop over the lines gets the errors. The empty callback only prevents an unhandled error.
  const bytes = pipeline(createReadStream(file), createGunzip(), () => {});
  try {
    yield* splitLines(bytes);
  } catch (err) {
    throw new Error(INVALID_BACKUP_MESSAGE, { cause: err });
  }
}

const parseLine = (line: string | undefined): unknown => {
  try {
    return JSON.parse(line ?? "");
  } catch {
    throw new Error(INVALID_BACKUP_MESSAGE);
  }
};

const assertEmptyDatabase = async (tx: Sql): Promise<void> => {
  const [known] = await selectRows<{ users: boolean }>(
    tx,
    `SELECT EXISTS (SELECT FROM users) AS users`,
  );
  if (known?.users) throw new Error("The database is not empty. Restore into a new one.");
};

const assertSameMigrations = async (tx: Sql, head: unknown): Promise<void> => {
  const { success, data } = BackupHeader.safeParse(head);
  if (!success) throw new Error(INVALID_BACKUP_MESSAGE);
  if (String(data.migrations) === String(await listMigrations(tx))) return;
  throw new Error(
    "The backup was made by another version. Restore it with the code of that version, then migrate.",
  );
};

const insertRows = async (
  tx: Sql,
  { name, columns }: BackupTable,
  rows: string[],
): Promise<void> => {
  const names = columns.map((column) => `"${column}"`).join(", ");
  await tx.query(
    `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1)`,
    [`[${rows.join(",")}]`],
  );
};

/** Inserts the rows of all tables and returns their number. Throws if the backup is incomplete. */
const restoreRows = async (
  tx: Sql,
  lines: AsyncGenerator<string>,
  tables: readonly BackupTable[],
) => {
  let table: BackupTable | undefined;
  let waiting: string[] = [];
  let size = 0;
  let rows = 0;
  const send = async (): Promise<void> => {
    if (table && waiting.length > 0) await insertRows(tx, table, waiting);
    rows += waiting.length;
    [waiting, size] = [[], 0];
  };
  for await (const line of lines) {
    // A row of a table never begins like this, because no table has a first column `table` or
    // `end`.
    if (line.startsWith('{"table":')) {
      await send();
      const { table: name, columns } = BackupTableLine.parse(parseLine(line));
      if (!tables.some((table) => table.name === name)) throw new Error(INVALID_BACKUP_MESSAGE);
      table = { name, columns };
    } else if (line.startsWith('{"end":')) {
      await send();
      if (BackupFooter.parse(parseLine(line)).end !== rows) throw new Error(INVALID_BACKUP_MESSAGE);
      return rows;
    } else {
      waiting.push(line);
      size += line.length;
      if (size > BATCH_CHARACTERS) await send();
    }
  }
  throw new Error(INVALID_BACKUP_MESSAGE);
};

const IDENTITY_COLUMNS_SQL = `
  SELECT table_name AS name, column_name AS "column" FROM information_schema.columns
   WHERE table_schema = 'public' AND identity_generation IS NOT NULL`;

/** Sets each sequence of ids to continue after the highest id in its table. */
const resetSequences = async (tx: Sql): Promise<void> => {
  for (const { name, column } of await selectRows<{ name: string; column: string }>(
    tx,
    IDENTITY_COLUMNS_SQL,
  ))
    await tx.query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${column}'),
                     (SELECT coalesce(max(${column}), 0) + 1 FROM ${name}), false)`,
    );
};

/**
 * Restores a backup into an empty database with the same migrations, in one transaction. Returns
 * the number of rows. Jobs that were running are recovered like those of a dead worker.
 */
export const restoreBackup = async (databaseUrl: string, file: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND_CONNECTIONS).initialize();
  try {
    return await db.transaction(async (tx) => {
      await assertEmptyDatabase(tx);
      const lines = readBackupLines(file);
      const { value: head } = await lines.next();
      await assertSameMigrations(tx, parseLine(head));
      const tables = await listTables(tx);
      // Triggers would repeat bookings and counts that the rows already contain.
      for (const { name } of tables) await tx.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      for (const { name } of tables.toReversed()) await tx.query(`DELETE FROM ${name}`);
      const rows = await restoreRows(tx, lines, tables);
      for (const { name } of tables) await tx.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
      await resetSequences(tx);
      const { differences } = await verifyLedger(tx);
      if (differences.length > 0) throw new Error("The ledger of the backup is not consistent.");
      return rows;
    });
  } finally {
    await db.destroy();
  }
};
