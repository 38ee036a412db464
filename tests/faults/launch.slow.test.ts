import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { getClusterFolder } from "#infra/dev/postgres/cluster-folder.ts";
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
  said(): string;
}

let dataDir: string;
let port: number;
const launches: ChildProcess[] = [];

const QUICKER = { STANDIN_FIRST_TOKEN_MS: "10", DATABASE_POOL_MIN: TEST_POOL_MIN };

interface How {
  at?: number;
  command?: [program: string, ...args: string[]];
  variables?: Record<string, string>;
}

/** Runs `npm start` without npm, with default variables except port, data folder and those for speed. */
const launch = ({ at = port, command, variables }: How = {}): Launch => {
  const { PATH = "", HOME = "/" } = process.env;
  const where = { PORT: String(at), DATA_DIR: dataDir };
  const [program, ...args] = command ?? ["node", "dist/start.js"];
  const child = spawn(program, args, {
    env: { PATH, HOME, ...where, ...QUICKER, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, as a terminal gives one to each command.
    detached: true,
  });
  launches.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return { process: child, origin: `http://localhost:${at}`, said: () => said };
};

/** With these keys no provider is a fake. */
const KEYS = {
  OPENAI_API_KEY: "a",
  XAI_API_KEY: "b",
  ANTHROPIC_API_KEY: "c",
  TTS_API_KEY: "d",
};

const throughNpm = async (): Promise<Launch> => {
  const script = `cd '${process.cwd()}' && exec node dist/start.js`;
  const npm = path.join(dataDir, "package.json");
  await writeFile(npm, JSON.stringify({ scripts: { start: script } }));
  return launch({ command: ["npm", "--prefix", dataDir, "start"], variables: KEYS });
};

const ready = async (launched: Launch): Promise<Launch> => {
  await waitUntil(() => launched.said().includes("Ready at"), { what: "Ready" });
  return launched;
};

const end = async ({ process: child }: Launch, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
  return child.exitCode;
};

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** The URL of the fakes' mailbox. */
const mailboxOf = ({ said }: Launch): string =>
  /Email +fake mailbox at (\S+)/.exec(said())?.[1] ?? "";

const childrenOf = (pid = 0): { pid: number; program: string }[] =>
  execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(pid)], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, child, program] = /^ *(\d+) (.*)$/.exec(line) ?? [];
      return child && program ? [{ pid: Number(child), program }] : [];
    });

const databaseServer = async () => findRunningServer(await getClusterFolder(dataDir));

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "debate-launch-"));
  await chmod(dataDir, 0o711); // PostgreSQL's own user needs access
  port = await findFreePort();
});
afterEach(async () => {
  for (const child of launches.splice(0)) child.kill("SIGINT");
  await waitUntil(async () => (await databaseServer()) === null, {});
  await rm(dataDir, { recursive: true, force: true });
});

describe("npm start", () => {
  it("becomes ready, lists the fakes, and stops without orphaned processes", async () => {
    const builtAt = statSync("dist/web/client/index.html").mtimeMs;
    const started = await ready(launch());
    // It was built before this test.
    expect(statSync("dist/web/client/index.html").mtimeMs).toBe(builtAt);
    expect(started.said()).toContain(`Ready at ${started.origin}`);
    expect(started.said()).toMatch(/ChatGPT +offline fake \(set OPENAI_API_KEY/);
    expect(started.said()).toMatch(/Voice +offline fake \(set TTS_API_KEY/);
    expect((await fetch(mailboxOf(started))).status).toBe(200);
    expect(await answers(started.origin)).toBe(true);
    expect(await end(started, "SIGINT")).toBe(0);
    expect(await answers(started.origin)).toBe(false);
    expect(await databaseServer()).toBeNull();
  });

  it.each(["PORT", "METRICS_PORT", "WORKER_HEALTH_PORT"])(
    "rejects a taken %s with one sentence, before it creates anything",
    async (variable) => {
      const squatter = createServer().listen(await findFreePort());
      await once(squatter, "listening");
      const { port: taken } = squatter.address() as AddressInfo;
      const refused = launch({ variables: { [variable]: String(taken) } });
      await once(refused.process, "exit");
      squatter.close();
      expect(refused.process.exitCode).toBe(1);
      expect(refused.said()).toBe(
        `Port ${taken} is already in use. Stop the program that uses it, or set ${variable} to another port.\n`,
      );
      expect(existsSync(await getClusterFolder(dataDir))).toBe(false);
    },
  );
});

describe("npm start with existing data", () => {
  let made: string;
  beforeAll(async () => {
    made = await mkdtemp(path.join(tmpdir(), "debate-made-"));
    await chmod(made, 0o711);
    await withDatabase({ databaseUrl: undefined, dataDir: made }, async () => {});
  });
  beforeEach(() => {
    const kept = ["postgres", "database-password"].map((name) => path.join(made, name));
    execFileSync("cp", ["-a", ...kept, dataDir]);
  });
  afterAll(() => rm(made, { recursive: true, force: true }));

  it("starts no fakes if every provider and the voice have a key", async () => {
    const started = await ready(launch({ variables: KEYS }));
    expect(started.said()).toMatch(/ChatGPT +real/);
    expect(started.said()).toMatch(/PayPal +none \(set PAYPAL_CLIENT_ID/);
    expect(started.said()).not.toContain("fake");
    const programs = childrenOf(started.process.pid).map(({ program }) => program);
    expect(programs).toContainEqual(expect.stringContaining("api.js"));
    expect(programs).not.toContainEqual(expect.stringContaining("standins.js"));
  });

  it("ignores a database password that is set without a URL", async () => {
    const variables = { ...KEYS, DATABASE_PASSWORD: "of another" };
    const started = await ready(launch({ variables }));
    expect(started.said()).toMatch(/Database +embedded/);
  });

  it("uses a free port if PORT is 0, and prints it", async () => {
    const started = await ready(launch({ at: 0, variables: KEYS }));
    const [, origin = ""] = /Ready at (\S+)/.exec(started.said()) ?? [];
    expect(await answers(origin)).toBe(true);
  });

  it("serves the metrics of API and worker on separate ports, and prints them", async () => {
    const measured = await waitUntil(async () => {
      const free = await findFreePort();
      return assertPortFree(free + 1, "METRICS_PORT").then(
        () => free,
        () => 0,
      );
    });
    const variables = { ...KEYS, METRICS_PORT: String(measured) };
    const started = await ready(launch({ variables }));
    const said = async (at: number) => (await fetch(`http://localhost:${at}/metrics`)).text();
    expect(await said(measured)).toContain("debate_sockets");
    expect(await said(measured + 1)).toContain("debate_jobs");
    expect(started.said()).toContain(
      `Metrics     API on port ${measured}, worker on ${measured + 1}`,
    );
  });

  it("exits with 1 and one sentence if a process ends at every start", async () => {
    const ended = launch({ variables: { ...KEYS, METRICS_PORT: String(port) } });
    expect(await once(ended.process, "close")).toEqual([1, null]);
    expect(ended.said()).toMatch(/^Port \d+ is already in use\./);
    expect(ended.said()).toMatch(
      /\nThe API does not start: it stopped 3 times before it was ready\.\n$/,
    );
    expect(await databaseServer()).toBeNull();
  });

  it("kills a process that does not end at the second SIGINT", async () => {
    const started = await ready(launch({ variables: KEYS }));
    const stuck = childrenOf(started.process.pid).find(({ program }) => /worker/.test(program));
    process.kill(stuck?.pid ?? 0, "SIGSTOP");
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
          .includes(String(stuck?.pid)),
    );
  });

  it.each([
    ["Ctrl-C, which signals npm and its child", "SIGINT", "group"],
    ["SIGINT to npm", "SIGINT", "npm"],
    ["SIGTERM to npm", "SIGTERM", "npm"],
    ["SIGINT to npm's child", "SIGINT", "child"],
    ["SIGTERM to npm's child", "SIGTERM", "child"],
  ] as const)("shuts down gracefully and completely on %s", async (_, signal, whom) => {
    const started = await ready(await throughNpm());
    const ended = once(started.process, "exit");
    const { pid = 0 } = started.process;
    process.kill({ group: -pid, npm: pid, child: childrenOf(pid)[0]?.pid ?? 0 }[whom], signal);
    // A second signal by the user would skip the graceful shutdown and exit with 130.
    expect(await ended).toEqual([0, null]);
    expect(await answers(started.origin)).toBe(false);
    expect(await databaseServer()).toBeNull();
  });

  it("starts with its data after it was killed, and replaces the remaining processes", async () => {
    const first = await ready(launch());
    const client = new ApiClient(first.origin);
    const user = await registerWith(client);
    await end(first, "SIGKILL");
    await waitUntil(async () => !(await answers(first.origin)), { what: "the API's end" });

    const second = await ready(launch());
    const login = { username: user.username, password: TEST_PASSWORD };
    expect((await new ApiClient(second.origin).post("/api/login", login)).status).toBe(200);
  });

  it("restarts a killed database, and debates continue", async () => {
    const { origin } = await ready(launch());
    const client = new ApiClient(origin);
    await registerWith(client);
    const { id } = await createDebateWith(client);
    const server = await databaseServer();
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
    const started = await ready(launch());
    const client = new ApiClient(started.origin);
    await registerWith(client);
    const { id } = await createDebateWith(client);
    const standIns = childrenOf(started.process.pid).find(({ program }) =>
      /standins/.test(program),
    );
    process.kill(standIns?.pid ?? 0, "SIGKILL");
    await waitUntil(() => started.said().includes("The fakes stopped (SIGKILL)"));
    await waitUntil(() =>
      fetch(mailboxOf(started)).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await requestNextTurn(client, id);
    await waitUntil(async () => (await fetchTurns(client, id))[0]?.status === "complete", {});
  });

  it("ends when npm is killed", async () => {
    const started = await ready(await throughNpm());
    started.process.kill("SIGKILL");
    await waitUntil(async () => (await databaseServer()) === null, { what: "the database's end" });
    expect(await answers(started.origin)).toBe(false);
  });

  it("rejects a data folder that another start uses", async () => {
    await ready(launch());
    const refused = launch({ at: await findFreePort() });
    await once(refused.process, "exit");
    expect(refused.process.exitCode).toBe(1);
    expect(refused.said()).toContain("is in use");
  });
});

const STRANGER = ["-U", "--map-user=42424", "--map-group=42424"];
const isApart = [["-rm"], STRANGER].every(
  (as) => spawnSync("unshare", [...as, "true"]).status === 0,
);
if (!isApart) reportMissingService("`unshare` is refused here", "REQUIRE_UNSHARE");

(isApart ? describe : describe.skip)("npm start in an unusable environment", () => {
  /** Runs in its own namespaces, where it can mount folders and become another user. */
  const apart = (as: string[], before = "true"): [string, ...string[]] => [
    "unshare",
    ...as,
    "sh",
    "-c",
    `${before} && exec node dist/start.js`,
  ];
  const mounted = (options: string, inside = "") =>
    apart(
      ["-rm"],
      `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && mkdir -p "$DATA_DIR"${inside}`,
    );
  it.each([
    ["a user without a name", apart(STRANGER), "user 42424, which is not in /etc/passwd"],
    [
      "a folder that this user may not write to",
      apart(STRANGER, 'chmod 555 "$DATA_DIR"'),
      "this user has no write permission",
    ],
    ["a read-only mount", mounted("ro"), "the file system is read-only"],
    ["a disk without room for a database", mounted("size=63m"), "needs 64 MB"],
    ["a disk that is almost full", mounted("size=15m", "/postgres"), "needs 16 MB"],
  ])("reports %s in one sentence", async (_, command, why) => {
    const refused = launch({ command });
    expect(await once(refused.process, "close")).toEqual([1, null]);
    expect(refused.said()).toMatch(/^[^\n]+\n$/);
    expect(refused.said()).toContain(why);
  });
});
