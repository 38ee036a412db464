import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { COMMAND_CONNECTIONS, createDataSource } from "#infra/db/connection/data-source.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { BackupFooter, BackupHeader, BackupTableLine } from "./backup-format.ts";
import { listMigrations, listTables } from "./list-tables.ts";
import type { z } from "zod";

/** Rows per fetch. A small number, because a recording has about 0.5 MB. */
const BATCH_ROWS = 50;

const formatLine = (
  words: z.infer<typeof BackupHeader | typeof BackupTableLine | typeof BackupFooter>,
): string => `${JSON.stringify(words)}\n`;

/** Generates all lines of the backup from the snapshot of the transaction. */
async function* generateLines(tx: Sql, count: (rows: number) => void): AsyncGenerator<string> {
  const at = new Date().toISOString();
  yield formatLine({ backup: "chatbot-debate", at, migrations: await listMigrations(tx) });
  let rows = 0;
  for (const { name, columns } of await listTables(tx)) {
    yield formatLine({ table: name, columns });
    const names = columns.map((column) => `"${column}"`).join(", ");
    await tx.query(`DECLARE rows NO SCROLL CURSOR FOR
                    SELECT row_to_json(r)::text AS row FROM (SELECT ${names} FROM ${name}) AS r`);
    for (;;) {
      const batch = await selectRows<{ row: string }>(tx, `FETCH ${BATCH_ROWS} FROM rows`);
      if (batch.length === 0) break;
      rows += batch.length;
      yield batch.map(({ row }) => `${row}\n`).join("");
    }
    await tx.query("CLOSE rows");
  }
  yield formatLine({ end: rows });
  count(rows);
}

/**
 * Writes a consistent backup while the database is in use. The file gets its name only when it is
 * complete. Returns the number of rows.
 */
export const writeBackup = async (databaseUrl: string, file: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND_CONNECTIONS).initialize();
  const unfinished = `${file}.unfinished`;
  let rows = 0;
  try {
    await db.transaction("REPEATABLE READ", (tx) =>
      pipeline(
        generateLines(tx, (count) => (rows = count)),
        createGzip(),
        // Only the owner may read the file, because it contains private data.
        createWriteStream(unfinished, { mode: 0o600 }),
      ),
    );
    await rename(unfinished, file);
    return rows;
  } finally {
    await rm(unfinished, { force: true });
    await db.destroy();
  }
};
