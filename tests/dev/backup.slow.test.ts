import { gunzipSync, gzipSync } from "node:zlib";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listTables } from "#infra/dev/backup/list-tables.ts";
import { restoreBackup } from "#infra/dev/backup/restore-backup.ts";
import { writeBackup } from "#infra/dev/backup/write-backup.ts";
import { createDataSource } from "#infra/db/connection/data-source.ts";
import type { Sql } from "#infra/db/sql.ts";
import { addSamples } from "#infra/dev/samples/add-samples.ts";
import { startWorker } from "#worker/start-worker.ts";
import { storeRecordings } from "../audio/recording-fixtures.ts";
import {
  createTestDatabase,
  openTestBackend,
  type TestBackend,
  testLogger,
  waitUntil,
} from "../harness.ts";
import { WorkerHarness } from "../worker/worker-harness.ts";

describe("a backup", () => {
  let backend: TestBackend;
  let harness: WorkerHarness;
  let folder: string;
  let file: string;
  const turnIds: number[] = [];

  /** Returns all rows of all tables as text. */
  const readAllRows = async (sql: Sql): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const { name } of await listTables(sql))
      all.push([name, await sql.query(`SELECT t::text FROM ${name} t ORDER BY 1`)]);
    return all;
  };
  const withRestoredDatabase = async <T>(
    from: string,
    inspect: (url: string) => Promise<T>,
  ): Promise<T> => {
    const database = await createTestDatabase();
    try {
      await restoreBackup(database.url, from);
      return await inspect(database.url);
    } finally {
      await database.drop();
    }
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "debate-backup-"));
    file = path.join(folder, "debates.backup");
    backend = await openTestBackend("postgres");
    harness = await WorkerHarness.openEmpty(backend, { firstTokenMs: 5, tokensPerSecond: 30 });
    await addSamples(backend.database.url);
    const [{ id }] = await harness.db.query<[{ id: number }]>("SELECT min(id) AS id FROM turns");
    const sql = <Row extends object>(...args: [string, unknown[]?]) =>
      harness.db.query<Row[]>(...args);
    await storeRecordings({ sql }, [id]);
    const worker = await harness.startWorker();
    for (let n = 0; n < 3; n++) turnIds.push(await harness.requestTurn(await harness.makeDebate()));
    for (const turnId of turnIds)
      await waitUntil(async () => (await harness.turn(turnId)).content !== "");
    // Three turns are being generated while the backup is written.
    await writeBackup(backend.database.url, file);
    await worker.close();
  });
  afterAll(async () => {
    await harness.close();
    await backend.database.drop();
    await rm(folder, { recursive: true });
  });

  it("is readable by its owner only", async () => {
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it("restores every row into a new database, with its sequences and triggers", async () => {
    const second = path.join(folder, "second.backup");
    // Some parsers treat these two characters as ends of a line.
    await harness.db.query("UPDATE debates SET topic = topic || $1", ["\u2028of two\u2029lines"]);
    await writeBackup(backend.database.url, second);
    const before = await readAllRows(harness.db);
    await withRestoredDatabase(second, async (url) => {
      const db = await createDataSource(url).initialize();
      expect(await readAllRows(db)).toEqual(before);
      const [known] = await db.query<{ last: number }[]>("SELECT max(id) AS last FROM users");
      const [added] = await db.query<{ id: number }[]>(
        `INSERT INTO users (username, email, password) VALUES ('new', 'new@b.example', '!')
         RETURNING id`,
      );
      expect(added?.id).toBe((known?.last ?? 0) + 1);
      // A trigger refuses a changed balance without a ledger entry. So the triggers were restored.
      const unbookedUpdate = db.query("UPDATE users SET credits = credits + 1");
      await expect(unbookedUpdate).rejects.toThrow("credits move only with a ledger entry");
      await db.destroy();
    });
  });

  it("restores running jobs, which then complete", async () => {
    await withRestoredDatabase(file, async (url) => {
      const env = backend.env({ ...harness.variables, DATABASE_URL: url });
      const concurrency = new Map([["turns", 5]] as const);
      const worker = await startWorker({ env, logger: testLogger, concurrency });
      const db = await createDataSource(url).initialize();
      const OVER = "SELECT FROM turns WHERE id = ANY($1) AND status = 'complete'";
      await waitUntil(async () => (await db.query<unknown[]>(OVER, [turnIds])).length === 3);
      await db.destroy();
      await worker.close();
    });
  });

  it.each<[what: string, change: (text: string) => string, told: string]>([
    [
      "incomplete",
      (text) => text.slice(0, text.length / 2),
      "The file is incomplete or is not a backup",
    ],
    [
      "without a row",
      (text) => text.replace(/(?<="table":"votes".*\n)\{.*\n/, ""),
      "The file is incomplete or is not a backup",
    ],
    ["no backup", () => "{}\n", "The file is incomplete or is not a backup"],
    ["empty", () => "", "The file is incomplete or is not a backup"],
    [
      "of another version",
      (text) => text.replace('"migrations":["', '"migrations":["Later1","'),
      "The backup was made by another version",
    ],
  ])("that is %s is refused, and nothing of it is restored", async (_what, change, message) => {
    const broken = path.join(folder, "broken.backup");
    await writeFile(broken, gzipSync(change(gunzipSync(await readFile(file)).toString())));
    const database = await createTestDatabase();
    await expect(restoreBackup(database.url, broken)).rejects.toThrow(message);
    const db = await createDataSource(database.url).initialize();
    expect(await db.query("SELECT FROM users")).toEqual([]);
    await db.destroy();
    await database.drop();
  });

  it("whose file is truncated is refused", async () => {
    const broken = path.join(folder, "cut.backup");
    const bytes = await readFile(file);
    await writeFile(broken, bytes.subarray(0, bytes.length / 2));
    const database = await createTestDatabase();
    await expect(restoreBackup(database.url, broken)).rejects.toThrow(
      "The file is incomplete or is not a backup",
    );
    await database.drop();
  });

  it("is not restored into a database that is in use", async () => {
    await expect(restoreBackup(backend.database.url, file)).rejects.toThrow(
      "The database is not empty. Restore into a new one.",
    );
  });
});
