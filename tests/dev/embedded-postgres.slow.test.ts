import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "pg";
import { lockDataDir } from "#infra/dev/launcher/data-dir.ts";
import { openEmbeddedDatabase, withDatabase } from "#infra/dev/launcher/embedded-database.ts";
import { type RunningCluster, startCluster } from "#infra/dev/postgres/cluster.ts";
import { findRunningServer, stopRunningServer } from "#infra/dev/postgres/running-server.ts";
import { waitUntil } from "../harness.ts";

let dataDir: string;
let folder: string;
const running: RunningCluster[] = [];

const start = async (at = folder): Promise<RunningCluster> => {
  const settings = { fsync: "off" };
  const cluster = await startCluster({ dataDir: at, password: "tests", settings });
  running.push(cluster);
  return cluster;
};

const query = async <Row extends object>(url: string, statement: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined); // tests kill the server while connections are open
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

const leaveNote = (url: string) =>
  query(url, "CREATE TABLE IF NOT EXISTS notes AS SELECT 'still here' AS text");
const readNote = (url: string) => query<{ text: string }>(url, "SELECT text FROM notes");

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "debate-pg-"));
  await chmod(dataDir, 0o711); // the user that runs PostgreSQL must be able to enter the folder
  folder = path.join(dataDir, "postgres");
});
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
  await stopRunningServer(folder);
  await rm(dataDir, { recursive: true, force: true });
});

describe("the embedded database", () => {
  it("uses UTF-8 and Unicode case mapping, whatever the machine's locale", async () => {
    const { url } = await start();
    const [seen] = await query(
      url,
      `SELECT current_setting('server_encoding') AS encoding, lower('ÀÉÎ') AS lowered,
              char_length('😀é') AS characters, 'a' < 'B' AS dictionary_order`,
    );
    expect(seen).toEqual({
      encoding: "UTF8",
      lowered: "àéî",
      characters: 2,
      dictionary_order: false,
    });
  });

  it("keeps its data when it is killed", async () => {
    const killed = await start();
    await leaveNote(killed.url);
    const server = await findRunningServer(folder);
    process.kill(server?.pid ?? 0, "SIGKILL");
    await killed.stop(); // waits for the end of the killed server
    expect(await findRunningServer(folder)).toBeNull();
    expect(await readNote((await start()).url)).toEqual([{ text: "still here" }]);
  });

  const ADDRESS = `SELECT current_setting('listen_addresses') AS port, inet_server_addr() AS "cameBy"`;

  it.each(["plain", 'with "quotes", a comma and ü'])(
    "listens on a socket in its folder and on no port: %s",
    async (name) => {
      const { url } = await start(path.join(dataDir, name));
      expect(await query(url, ADDRESS)).toEqual([{ port: "", cameBy: null }]);
    },
  );

  it("listens on a local port if its folder's path is too long for a socket", async () => {
    const long = path.join(dataDir, "x".repeat(120), "postgres");
    await mkdir(path.dirname(long));
    const { url } = await start(long);
    expect(await query(url, ADDRESS)).toEqual([{ port: "127.0.0.1", cameBy: "127.0.0.1" }]);
  });

  it("starts over if its creation was interrupted", async () => {
    await mkdir(`${folder}.new-1`);
    await writeFile(path.join(`${folder}.new-1`, "PG_VERSION"), "18\n");
    await start();
    expect(existsSync(`${folder}.new-1`)).toBe(false);
  });

  it("stops and replaces a server whose launcher was killed", async () => {
    const { url } = await start();
    await leaveNote(url);
    const left = await findRunningServer(folder);
    const { program } = await openEmbeddedDatabase(dataDir, new AbortController().signal);
    expect(left).not.toBeNull();
    expect(await findRunningServer(folder)).toBeNull();
    const server = program.start();
    await waitUntil(() => findRunningServer(folder));
    server.kill("SIGINT");
  });

  it("logs its shutdown, without data of users", async () => {
    const { program, url } = await openEmbeddedDatabase(dataDir, new AbortController().signal);
    const server = program.start();
    await program.ready(server);
    await query(url, "CREATE TABLE people (email text UNIQUE)");
    const add = () => query(url, "INSERT INTO people VALUES ('ada@mail.example')");
    await add();
    await expect(add()).rejects.toThrow("duplicate key");
    const ended = once(server, "close");
    server.kill("SIGQUIT");
    await ended;
    expect(program.lastOutput?.()).toContain("received immediate shutdown request");
    expect(program.lastOutput?.()).not.toMatch(/duplicate|ada@mail/);
  });

  it("does not stop another process that has the id of an ended server", async () => {
    await mkdir(folder);
    await writeFile(path.join(folder, "postmaster.pid"), `${process.pid}\n${folder}\n0\n5432\n`);
    expect(await findRunningServer(folder)).toBeNull();
    await stopRunningServer(folder);
  });
});

describe("a command", () => {
  const command = (url: string) =>
    query<{ name: string }>(url, "SELECT current_database() AS name");

  it("runs on the database it is given", async () => {
    const given = { databaseUrl: "postgres://elsewhere/x", dataDir };
    expect(await withDatabase(given, async (url) => url)).toBe("postgres://elsewhere/x");
    expect(existsSync(folder)).toBe(false);
  });

  it("starts the embedded database if it is not running, and stops it afterwards", async () => {
    const embedded = { databaseUrl: undefined, dataDir };
    expect(await withDatabase(embedded, command)).toEqual([{ name: "debate" }]);
    expect(await findRunningServer(folder)).toBeNull();
  });

  /** Runs the restore command directly, without npm. The product is stopped meanwhile. */
  const restore = (file: string) => {
    const { PATH = "", HOME = "/" } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir };
    const child = spawn("node", ["dist/restore.js", file], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    return { child, output: text(child.stderr), ended: once(child, "exit") };
  };

  it("with an unreadable file reports it and creates no database", async () => {
    const typo = path.join(dataDir, "typo");
    const { output, ended } = restore(typo);
    expect(await ended).toEqual([1, null]);
    expect(await output).toBe(`${typo} cannot be read.\n`);
    expect(existsSync(folder)).toBe(false);
  });

  it("with a file that is no backup reports it and leaves no server", async () => {
    const { output, ended } = restore(dataDir);
    expect(await ended).toEqual([1, null]);
    expect(await output).toBe("The file is incomplete or is not a backup.\n");
    expect(await findRunningServer(folder)).toBeNull();
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "that is ended by %s leaves no server",
    async (signal) => {
      const pipe = path.join(dataDir, "pipe");
      execFileSync("mkfifo", [pipe]);
      const { child, output, ended } = restore(pipe);
      // Opening the pipe for writing waits until the command opens it for reading.
      const writer = await open(pipe, "w");
      child.kill(signal);
      // On a Ctrl-C in a terminal, npm sends the command a second signal.
      child.kill(signal);
      await waitUntil(async () => (await findRunningServer(folder)) === null);
      // Node does not exit while it reads from the pipe, so the pipe is closed.
      await writer.close();
      expect(await ended).toEqual([1, null]);
      expect(await output).toBe("Stopped.\n");
    },
  );

  it("runs on the embedded database that is running", async () => {
    const embedded = { databaseUrl: undefined, dataDir };
    await withDatabase(embedded, async (outer) => {
      expect(await withDatabase(embedded, async (inner) => inner)).toBe(outer);
      await query(outer, "SELECT 1");
    });
  });

  it("fails at once while the product is starting", async () => {
    await lockDataDir(dataDir);
    const embedded = { databaseUrl: undefined, dataDir };
    await expect(withDatabase(embedded, command)).rejects.toThrow(/is in use/);
  });
});
