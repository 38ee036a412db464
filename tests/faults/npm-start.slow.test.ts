import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { getClusterFolder } from "#infra/dev/postgres/cluster-folder.ts";
import { SAMPLE_DEBATES } from "#infra/dev/samples/sample-debates.ts";
import { withDatabase } from "#infra/dev/launcher/embedded-database.ts";
import { findFreePort, assertPortFree } from "#infra/dev/launcher/free-port.ts";
import { findRunningServer } from "#infra/dev/postgres/running-server.ts";
import {
  ApiClient,
  requestNextTurn,
  TEST_PASSWORD,
  registerWith,
  createDebateWith,
  fetchTurns,
} from "../helpers/api-client.ts";
import { TEST_POOL_MIN, waitUntil } from "../harness.ts";
import { reportMissingService } from "../setup/report-missing-service.ts";

interface Launch {
  process: ChildProcess;
  origin: string;
  output(): string;
}

let dataDir: string;
let port: number;
const launches: ChildProcess[] = [];

const FAST_VARIABLES = {
  STANDIN_FIRST_TOKEN_MS: "10",
  DATABASE_POOL_MIN: TEST_POOL_MIN,
  SAMPLES: "off",
};

interface LaunchOptions {
  at?: number;
  command?: [program: string, ...args: string[]];
  variables?: Record<string, string>;
}

/**
 * Runs what `npm start` runs, without npm. Only the port, the data folder and variables for speed
 * differ from the defaults.
 */
const launch = ({ at = port, command, variables }: LaunchOptions = {}): Launch => {
  const { PATH = "", HOME = "/" } = process.env;
  const target = { PORT: String(at), DATA_DIR: dataDir };
  const [program, ...args] = command ?? ["node", "dist/start.js"];
  const child = spawn(program, args, {
    env: { PATH, HOME, ...target, ...FAST_VARIABLES, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // The process gets its own process group, as a terminal gives one to each command.
    detached: true,
  });
  launches.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return { process: child, origin: `http://localhost:${at}`, output: () => output };
};

/** With these keys no provider is a fake. */
const KEYS = {
  OPENAI_API_KEY: "a",
  XAI_API_KEY: "b",
  ANTHROPIC_API_KEY: "c",
  TTS_API_KEY: "d",
};

/**
 * Runs the command as an npm script that begins with `cd … &&`. So a shell stays between npm and
 * the command, unless the command begins with `exec`.
 */
const launchWithNpm = async (command: string): Promise<Launch> => {
  const script = `cd '${process.cwd()}' && ${command}`;
  const npm = path.join(dataDir, "package.json");
  await writeFile(npm, JSON.stringify({ scripts: { start: script } }));
  return launch({ command: ["npm", "--prefix", dataDir, "start"], variables: KEYS });
};

const waitUntilReady = async (launched: Launch): Promise<Launch> => {
  await waitUntil(() => launched.output().includes("Ready at"), { what: "Ready" });
  return launched;
};

const stop = async ({ process: child }: Launch, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
  return child.exitCode;
};

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

const getMailboxUrl = ({ output }: Launch): string =>
  /Email +fake mailbox at (\S+)/.exec(output())?.[1] ?? "";

const listChildren = (pid = 0): { pid: number; program: string }[] =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, child, program] = /^ *(\d+) (.*)$/.exec(line) ?? [];
      return child && program ? [{ pid: Number(child), program }] : [];
    });

const findDatabaseServer = async () => findRunningServer(await getClusterFolder(dataDir));

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "debate-launch-"));
  await chmod(dataDir, 0o711); // the user that runs PostgreSQL must be able to enter the folder
  port = await findFreePort();
});
afterEach(async () => {
  for (const child of launches.splice(0)) child.kill("SIGINT");
  await waitUntil(async () => (await findDatabaseServer()) === null, {});
  await rm(dataDir, { recursive: true, force: true });
});

describe("npm start", () => {
  it("becomes ready, lists the fakes, and stops without orphaned processes", async () => {
    const builtAt = statSync("dist/web/client/index.html").mtimeMs;
    const started = await waitUntilReady(launch());
    // The web was built before this test, and the start does not build it again.
    expect(statSync("dist/web/client/index.html").mtimeMs).toBe(builtAt);
    expect(started.output()).toContain(`Ready at ${started.origin}`);
    expect(started.output()).toMatch(/ChatGPT +offline fake \(set OPENAI_API_KEY/);
    expect(started.output()).toMatch(/Voice +offline fake \(set TTS_API_KEY/);
    expect((await fetch(getMailboxUrl(started))).status).toBe(200);
    expect(await isReady(started.origin)).toBe(true);
    expect(await stop(started, "SIGINT")).toBe(0);
    expect(await isReady(started.origin)).toBe(false);
    expect(await findDatabaseServer()).toBeNull();
  });

  it("adds the samples within 10 s at the first start only, and records them", async () => {
    const variables = { SAMPLES: "on" };
    const first = await waitUntilReady(launch({ variables }));
    const readyAt = performance.now();
    const added = `Added ${SAMPLE_DEBATES.length} sample debates. SAMPLES=off starts without them.`;
    await waitUntil(() => first.output().includes(added), { what: "the samples" });
    expect(performance.now() - readyAt).toBeLessThan(10_000);
    const { text } = await new ApiClient(first.origin).get("/api/debates/public");
    expect(text).toContain(SAMPLE_DEBATES[0]?.topic);
    await withDatabase({ databaseUrl: undefined, dataDir }, async (databaseUrl) => {
      const client = new Client({ connectionString: databaseUrl });
      await client.connect();
      const isRecorded = async () =>
        (await client.query("SELECT FROM audio_cache WHERE version > 0")).rowCount !== 0;
      await waitUntil(isRecorded, { what: "the first recording" }).finally(() => client.end());
    });
    await stop(first, "SIGINT");

    const second = await waitUntilReady(launch({ variables }));
    await stop(second, "SIGINT");
    expect(second.output()).not.toContain("sample");
  });

  it.each(["PORT", "METRICS_PORT", "WORKER_HEALTH_PORT"])(
    "rejects a taken %s with one sentence, before it creates anything",
    async (variable) => {
      const portOwner = createServer().listen(await findFreePort());
      await once(portOwner, "listening");
      const { port: takenPort } = portOwner.address() as AddressInfo;
      const refused = launch({ variables: { [variable]: String(takenPort) } });
      await once(refused.process, "exit");
      portOwner.close();
      expect(refused.process.exitCode).toBe(1);
      expect(refused.output()).toBe(
        `Port ${takenPort} is already in use. Stop the program that uses it, or set ${variable} to another port.\n`,
      );
      expect(existsSync(await getClusterFolder(dataDir))).toBe(false);
    },
  );
});

describe("npm start with existing data", () => {
  let existingData: string;
  beforeAll(async () => {
    existingData = await mkdtemp(path.join(tmpdir(), "debate-made-"));
    await chmod(existingData, 0o711);
    await withDatabase({ databaseUrl: undefined, dataDir: existingData }, async () => {});
  });
  beforeEach(() => {
    const paths = ["postgres", "database-password"].map((name) => path.join(existingData, name));
    execFileSync("cp", ["-a", ...paths, dataDir]);
  });
  afterAll(() => rm(existingData, { recursive: true, force: true }));

  it("starts no fakes if every provider and the voice have a key", async () => {
    const started = await waitUntilReady(launch({ variables: KEYS }));
    expect(started.output()).toMatch(/ChatGPT +real/);
    expect(started.output()).toMatch(/PayPal +none \(set PAYPAL_CLIENT_ID/);
    expect(started.output()).not.toContain("fake");
    const programs = listChildren(started.process.pid).map(({ program }) => program);
    expect(programs).toContainEqual(expect.stringContaining("api.js"));
    expect(programs).not.toContainEqual(expect.stringContaining("standins.js"));
  });

  it("ignores a database password that is set without a URL", async () => {
    const variables = { ...KEYS, DATABASE_PASSWORD: "of another" };
    const started = await waitUntilReady(launch({ variables }));
    expect(started.output()).toMatch(/Database +embedded/);
  });

  it("uses a free port if PORT is 0, and prints it", async () => {
    const started = await waitUntilReady(launch({ at: 0, variables: KEYS }));
    const [, origin = ""] = /Ready at (\S+)/.exec(started.output()) ?? [];
    expect(await isReady(origin)).toBe(true);
  });

  it("serves the metrics of API and worker on separate ports, and prints them", async () => {
    const metricsPort = await waitUntil(async () => {
      const freePort = await findFreePort();
      return assertPortFree(freePort + 1, "METRICS_PORT").then(
        () => freePort,
        () => 0,
      );
    });
    const variables = { ...KEYS, METRICS_PORT: String(metricsPort) };
    const started = await waitUntilReady(launch({ variables }));
    const fetchMetrics = async (at: number) =>
      (await fetch(`http://localhost:${at}/metrics`)).text();
    expect(await fetchMetrics(metricsPort)).toContain("debate_sockets");
    expect(await fetchMetrics(metricsPort + 1)).toContain("debate_jobs");
    expect(started.output()).toContain(
      `Metrics     API on port ${metricsPort}, worker on ${metricsPort + 1}`,
    );
  });

  it("exits with 1 and one sentence if a process ends at every start", async () => {
    const ended = launch({ variables: { ...KEYS, METRICS_PORT: String(port) } });
    expect(await once(ended.process, "close")).toEqual([1, null]);
    expect(ended.output()).toMatch(/^Port \d+ is already in use\./);
    expect(ended.output()).toMatch(
      /\nThe API does not start: it stopped 3 times before it was ready\.\n$/,
    );
    expect(await findDatabaseServer()).toBeNull();
  });

  it("kills a process that does not end at the second SIGINT", async () => {
    const started = await waitUntilReady(launch({ variables: KEYS }));
    const frozenWorker = listChildren(started.process.pid).find(({ program }) =>
      /worker/.test(program),
    );
    process.kill(frozenWorker?.pid ?? 0, "SIGSTOP");
    const ended = once(started.process, "exit");
    await waitUntil(() => {
      started.process.kill("SIGINT");
      return started.process.exitCode !== null;
    });
    expect(await ended).toEqual([130, null]);
    await waitUntil(
      () =>
        !execFileSync("ps", ["-eo", "pid="], { encoding: "utf8" })
          .split(/\s+/)
          .includes(String(frozenWorker?.pid)),
    );
  });

  it.each([
    ["Ctrl-C, which signals npm and its child", "SIGINT", "group"],
    ["SIGINT to npm", "SIGINT", "npm"],
    ["SIGTERM to npm", "SIGTERM", "npm"],
    ["SIGINT to npm's child", "SIGINT", "child"],
    ["SIGTERM to npm's child", "SIGTERM", "child"],
  ] as const)("shuts down gracefully and completely on %s", async (_, signal, target) => {
    const started = await waitUntilReady(await launchWithNpm("exec node dist/start.js"));
    const ended = once(started.process, "exit");
    const { pid = 0 } = started.process;
    process.kill({ group: -pid, npm: pid, child: listChildren(pid)[0]?.pid ?? 0 }[target], signal);
    // Ctrl-C signals both npm and the product, and npm passes its signal on. If the product took
    // this second signal for another request of the user, it would exit with 130 without a graceful
    // shutdown.
    expect(await ended).toEqual([0, null]);
    expect(await isReady(started.origin)).toBe(false);
    expect(await findDatabaseServer()).toBeNull();
  });

  it("starts with its data after it was killed, and replaces the remaining processes", async () => {
    const first = await waitUntilReady(launch());
    const client = new ApiClient(first.origin);
    const user = await registerWith(client);
    await stop(first, "SIGKILL");
    await waitUntil(async () => !(await isReady(first.origin)), { what: "the API's end" });

    const second = await waitUntilReady(launch());
    const login = { username: user.username, password: TEST_PASSWORD };
    expect((await new ApiClient(second.origin).post("/api/login", login)).status).toBe(200);
  });

  it("restarts a killed database, and debates continue", async () => {
    const { origin } = await waitUntilReady(launch());
    const client = new ApiClient(origin);
    await registerWith(client);
    const { id } = await createDebateWith(client);
    const server = await findDatabaseServer();
    process.kill(server?.pid ?? 0, "SIGKILL");
    await waitUntil(
      async () => {
        const answer = await client.post(`/api/debates/${id}/turns`).catch(() => null);
        return answer?.status === 202;
      },
      { what: "a turn being accepted" },
    );
    await waitUntil(async () => (await fetchTurns(client, id))[0]?.status === "complete", {});
    await requestNextTurn(client, id);
    await waitUntil(async () => (await fetchTurns(client, id))[1]?.status === "complete", {});
  });

  it("restarts killed fakes on the same ports, and debates continue", async () => {
    const started = await waitUntilReady(launch());
    const client = new ApiClient(started.origin);
    await registerWith(client);
    const { id } = await createDebateWith(client);
    const fakesProcess = listChildren(started.process.pid).find(({ program }) =>
      /standins/.test(program),
    );
    process.kill(fakesProcess?.pid ?? 0, "SIGKILL");
    await waitUntil(() => started.output().includes("The fakes stopped (SIGKILL)"));
    await waitUntil(() =>
      fetch(getMailboxUrl(started)).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await requestNextTurn(client, id);
    await waitUntil(async () => (await fetchTurns(client, id))[0]?.status === "complete", {});
  });

  it("ends when npm is killed", async () => {
    const started = await waitUntilReady(await launchWithNpm("node dist/start.js"));
    started.process.kill("SIGKILL");
    await waitUntil(async () => (await findDatabaseServer()) === null, {
      what: "the database's end",
    });
    expect(await isReady(started.origin)).toBe(false);
  });

  it("rejects a data folder that another start uses", async () => {
    await waitUntilReady(launch());
    const refused = launch({ at: await findFreePort() });
    await once(refused.process, "exit");
    expect(refused.process.exitCode).toBe(1);
    expect(refused.output()).toContain("is in use");
  });
});

const UNNAMED_USER = ["-U", "--map-user=42424", "--map-group=42424"];
const canUnshare = [["-rm"], UNNAMED_USER].every(
  (as) => spawnSync("unshare", [...as, "true"]).status === 0,
);
if (!canUnshare) reportMissingService("`unshare` is refused here", "REQUIRE_UNSHARE");

(canUnshare ? describe : describe.skip)("npm start in an unusable environment", () => {
  /**
   * Returns a command that starts the product in its own namespaces, where it can mount folders and
   * run as another user.
   */
  const unshared = (as: string[], before = "true"): [string, ...string[]] => [
    "unshare",
    ...as,
    "sh",
    "-c",
    `${before} && exec node dist/start.js`,
  ];
  const mounted = (options: string, subfolder = "") =>
    unshared(
      ["-rm"],
      `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && mkdir -p "$DATA_DIR"${subfolder}`,
    );
  it.each([
    ["a user without a name", unshared(UNNAMED_USER), "user 42424, which is not in /etc/passwd"],
    [
      "a folder that this user may not write to",
      unshared(UNNAMED_USER, 'chmod 555 "$DATA_DIR"'),
      "this user has no write permission",
    ],
    ["a read-only mount", mounted("ro"), "the file system is read-only"],
    ["a disk without room for a database", mounted("size=63m"), "needs 64 MB"],
    ["a disk that is almost full", mounted("size=15m", "/postgres"), "needs 16 MB"],
  ])("reports %s in one sentence", async (_, command, reason) => {
    const refused = launch({ command });
    expect(await once(refused.process, "close")).toEqual([1, null]);
    expect(refused.output()).toMatch(/^[^\n]+\n$/);
    expect(refused.output()).toContain(reason);
  });
});
