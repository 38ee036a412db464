import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { COMMAND, createDataSource } from "../../db/data-source.ts";
import { select, type Sql } from "../../db/sql.ts";
import type { End, Head, TableLine } from "./format.ts";
import { listMigrations, listTables } from "./tables.ts";
import type { z } from "zod";

/** Rows per fetch; recordings are about 0.5 MB each. */
const BATCH = 50;

const line = (words: z.infer<typeof Head | typeof TableLine | typeof End>): string =>
  `${JSON.stringify(words)}\n`;

/** All lines of the backup, read from the snapshot of `tx`. */
async function* linesOf(tx: Sql, count: (rows: number) => void): AsyncGenerator<string> {
  const at = new Date().toISOString();
  yield line({ backup: "chatbot-debate", at, migrations: await listMigrations(tx) });
  let rows = 0;
  for (const { name, columns } of await listTables(tx)) {
    yield line({ table: name, columns });
    const names = columns.map((column) => `"${column}"`).join(", ");
    await tx.query(`DECLARE rows NO SCROLL CURSOR FOR
                    SELECT row_to_json(r)::text AS row FROM (SELECT ${names} FROM ${name}) AS r`);
    for (;;) {
      const batch = await select<{ row: string }>(tx, `FETCH ${BATCH} FROM rows`);
      if (batch.length === 0) break;
      rows += batch.length;
      yield batch.map(({ row }) => `${row}\n`).join("");
    }
    await tx.query("CLOSE rows");
  }
  yield line({ end: rows });
  count(rows);
}

/**
 * Writes a consistent backup while the database is in use. The file appears only when it is
 * complete. Returns the number of rows.
 */
export const writeBackup = async (databaseUrl: string, file: string): Promise<number> => {
  const db = await createDataSource(databaseUrl, COMMAND).initialize();
  const unfinished = `${file}.unfinished`;
  let rows = 0;
  try {
    await db.transaction("REPEATABLE READ", (tx) =>
      pipeline(
        linesOf(tx, (count) => (rows = count)),
        createGzip(),
        // The backup contains private data.
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
