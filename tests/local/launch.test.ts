import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { clusterFolder } from "#infra/local/postgres/cluster-folder.ts";
import { freePort } from "#infra/local/launcher/free-port.ts";
import { runningServer } from "#infra/local/postgres/running-server.ts";
import { ApiClient, nextTurn, PASSWORD, register, startDebate, turnsOf } from "../api-client.ts";
import { until } from "../harness.ts";

interface Launch {
  process: ChildProcess;
  origin: string;
  said(): string;
}

let dataDir: string;
let port: number;
const launches: ChildProcess[] = [];

/** `npm start` without npm, as newcomers have it: nothing set but where. */
const launch = (at = port): Launch => {
  const { PATH = "", HOME = "/" } = process.env;
  const child = spawn("node", ["dist/start.js"], {
    env: { PATH, HOME, PORT: String(at), DATA_DIR: dataDir, STANDIN_FIRST_TOKEN_MS: "10" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  launches.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  return { process: child, origin: `http://localhost:${at}`, said: () => said };
};

const ready = async (launched: Launch): Promise<Launch> => {
  await until(() => launched.said().includes("Ready at"), { what: "Ready" });
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

const databaseServer = async () => runningServer(await clusterFolder(dataDir));

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "debate-launch-"));
  await chmod(dataDir, 0o711); // PostgreSQL's own user has to reach it
  port = await freePort();
});
afterEach(async () => {
  for (const child of launches.splice(0)) child.kill("SIGINT");
  await until(async () => (await databaseServer()) === null, {});
  await rm(dataDir, { recursive: true, force: true });
});

describe("npm start", () => {
  it("is ready, says what is a stand-in, and stops without an orphan", async () => {
    const started = await ready(launch());
    expect(started.said()).toContain(`Ready at ${started.origin}`);
    expect(started.said()).toMatch(/ChatGPT +offline stand-in \(set OPENAI_API_KEY/);
    expect(started.said()).toMatch(/Voice +offline stand-in \(set TTS_API_KEY/);
    expect(await answers(started.origin)).toBe(true);
    expect(await end(started, "SIGINT")).toBe(0);
    expect(await answers(started.origin)).toBe(false);
    expect(await databaseServer()).toBeNull();
  });

  it("finds its data again after it was killed, and takes over what was left", async () => {
    const first = await ready(launch());
    const client = new ApiClient(first.origin);
    const user = await register(client);
    await end(first, "SIGKILL");
    await until(async () => !(await answers(first.origin)), { what: "the API's end" });

    const second = await ready(launch());
    const login = { username: user.username, password: PASSWORD };
    expect((await new ApiClient(second.origin).post("/api/login", login)).status).toBe(200);
  });

  it("starts a dead database again, and debates go on", async () => {
    const { origin } = await ready(launch());
    const client = new ApiClient(origin);
    await register(client);
    const { id } = await startDebate(client);
    const server = await databaseServer();
    process.kill(server?.pid ?? 0, "SIGKILL");
    await until(
      async () => {
        const answer = await client.post(`/api/debates/${id}/turns`).catch(() => null);
        return answer?.status === 202;
      },
      { what: "a turn being accepted" },
    );
    await until(async () => (await turnsOf(client, id))[0]?.status === "complete", {});
    await nextTurn(client, id);
    await until(async () => (await turnsOf(client, id))[1]?.status === "complete", {});
  });

  it("refuses a taken port, in one sentence, before anything is made", async () => {
    const squatter = createServer().listen(port);
    await once(squatter, "listening");
    const refused = launch();
    await once(refused.process, "exit");
    squatter.close();
    expect(refused.process.exitCode).toBe(1);
    expect(refused.said()).toMatch(/^Port \d+ is taken\..*\n$/);
    expect(existsSync(await clusterFolder(dataDir))).toBe(false);
  });

  it("refuses a data folder that another one holds", async () => {
    await ready(launch());
    const refused = launch(await freePort());
    await once(refused.process, "exit");
    expect(refused.process.exitCode).toBe(1);
    expect(refused.said()).toContain("is in use");
  });
});
