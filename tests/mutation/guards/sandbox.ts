import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";

/** Functions that change the text of sources, by path. */
export type SourceChanges = ReadonlyMap<string, (text: string) => string>;

/** A copy of the checkout with its own databases. One mutant at a time is tried in it. */
export interface Sandbox {
  folder: string;
  /** URL of a database role that owns all databases of this sandbox. */
  databaseUrl: string;
  /** Runs `tests` with changed sources. Afterwards restores the sources and drops all databases. */
  changed<T>(changes: SourceChanges, tests: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const NOT_COPIED = new Set([
  ".git",
  ".data",
  "coverage",
  "node_modules",
  path.join("dist", "mutation"),
]);

const copyCheckout = async (checkout: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "debate-mutants-"));
  const isCopied = (source: string) => !NOT_COPIED.has(path.relative(checkout, source));
  await cp(checkout, folder, { recursive: true, filter: isCopied });
  await symlink(path.join(checkout, "node_modules"), path.join(folder, "node_modules"));
  return folder;
};

const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Drops databases that killed tests have left. */
const dropDatabasesOwnedBy = async (client: Client, owner: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE pg_get_userbyid(datdba) = $1`,
    [owner],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
};

export const createSandbox = async (checkout: string, serverUrl: string): Promise<Sandbox> => {
  const folder = await copyCheckout(checkout);
  const owner = `mutants_${randomBytes(6).toString("hex")}`;
  const url = new URL(serverUrl);
  url.username = owner;
  url.password = owner;
  await withClient(serverUrl, (client) =>
    client.query(`CREATE ROLE ${owner} SUPERUSER LOGIN PASSWORD '${owner}'`),
  );
  return {
    folder,
    databaseUrl: url.href,
    async changed(changes, tests) {
      const texts = new Map<string, string>();
      try {
        for (const [file, change] of changes) {
          const text = await readFile(path.join(folder, file), "utf8");
          texts.set(file, text);
          await writeFile(path.join(folder, file), change(text));
        }
        return await tests();
      } finally {
        for (const [file, text] of texts) await writeFile(path.join(folder, file), text);
        await withClient(serverUrl, (client) => dropDatabasesOwnedBy(client, owner));
      }
    },
    async close() {
      await rm(folder, { recursive: true, force: true });
      await withClient(serverUrl, async (client) => {
        await dropDatabasesOwnedBy(client, owner);
        await client.query(`DROP ROLE ${owner}`);
      });
    },
  };
};
