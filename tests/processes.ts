import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import {
  standInMail,
  standInModeration,
  standInPayPalVariables,
  standInVariables,
  standInVoice,
  webhookUrlOf,
} from "#infra/local/launcher/plan.ts";
import { freePort } from "#infra/local/launcher/free-port.ts";
import type { PaymentFault } from "#infra/standins/paypal/payment-faults.ts";
import type { Act, StandinOrder } from "#infra/standins/paypal/order-book.ts";
import type { Fault } from "#infra/standins/faults.ts";
import type { RecordedRequest } from "#infra/standins/recorded-requests.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { z } from "zod";
import type { TestBackend } from "./harness.ts";

/** A process of the product, as an operator would run it. */
export interface TestProcess {
  pid: number;
  port: number;
  isRunning(): boolean;
  /** Sends a signal, waits for the end, and returns the exit code; null when it was killed. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  /** Sends it a message and waits for its answer. */
  ask(question: Serializable): Promise<unknown>;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** One of the processes that the tests' setup has built, or the product's own. */
export const builtProcess = (script: string): string =>
  path.resolve(process.env["TEST_PROCESSES"] ?? "dist", script);

/** Starts one of them and waits until it says on which port it listens. */
export const startProcess = async (
  script: string,
  args: string[],
  variables: Record<string, string>,
  nodeFlags: string[] = [],
): Promise<TestProcess> => {
  const { PATH = "" } = process.env;
  const child = fork(builtProcess(script), args, {
    execArgv: nodeFlags,
    env: { PATH, ...variables },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return {
    pid: child.pid ?? 0,
    port,
    isRunning: () => !hasEnded(child),
    async kill(signal) {
      if (!hasEnded(child)) {
        const ended = once(child, "exit");
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async ask(question) {
      child.send(question);
      const [answer] = await once(child, "message");
      return answer;
    },
  };
};

export interface TestStandins {
  pid: number;
  port: number;
  fault(fault: z.input<typeof Fault>): Promise<void>;
  /** Takes all faults back, PayPal's too; a speech that comes slowly comes at once then. */
  clearFaults(): Promise<void>;
  requests(): Promise<RecordedRequest[]>;
  paypal: TestPayPal;
}

/** PayPal's stand-in, as a buyer and PayPal itself move it. */
export interface TestPayPal {
  fault(...faults: z.input<typeof PaymentFault>[]): Promise<void>;
  orders(): Promise<StandinOrder[]>;
  act(orderId: string, act: Act): Promise<void>;
  /** Tells the API at this port what happens from now on. */
  tell(apiPort: number): Promise<void>;
}

/** Asks at the stand-ins' own doors. Throws where they refuse. */
const doorsAt =
  (port: number) =>
  async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
type Ask = ReturnType<typeof doorsAt>;

const controlPayPal = (ask: Ask): TestPayPal => ({
  fault: async (...faults) => void (await ask("POST", "/__paypal/faults", faults)),
  orders: async () => (await (await ask("GET", "/__paypal/orders")).json()) as StandinOrder[],
  act: async (orderId, act) => void (await ask("POST", `/__paypal/orders/${orderId}/${act}`)),
  tell: async (apiPort) =>
    void (await ask("POST", "/__paypal/webhook-url", { url: webhookUrlOf(apiPort) })),
});

const controlStandins = ({ pid, port }: TestProcess, ask = doorsAt(port)): TestStandins => ({
  pid,
  port,
  paypal: controlPayPal(ask),
  fault: async (fault) => void (await ask("POST", "/__faults", fault)),
  async clearFaults() {
    await ask("DELETE", "/__faults");
    await ask("DELETE", "/__paypal/faults");
  },
  requests: async () => (await (await ask("GET", "/__requests")).json()) as RecordedRequest[],
});

export interface Stack {
  origin: string;
  apis: TestProcess[];
  workers: TestProcess[];
  standins: TestStandins;
  /** On a port of its own unless one is named. */
  startApi(port?: number): Promise<TestProcess>;
  startWorker(...args: string[]): Promise<TestProcess>;
  stop(): Promise<void>;
}

export interface StackOptions {
  apis?: number;
  workers?: number;
  /** More environment for every process, the stand-ins' pace for example. */
  variables?: Record<string, string>;
  /** Turns are spoken, by the stand-in voice. */
  hasVoice?: boolean;
  /** Topics and turns are looked at, by the stand-in moderation. */
  hasModeration?: boolean;
  /** Mail is sent, to the stand-in that takes it. */
  hasMail?: boolean;
  /** Options of node itself, for every API and worker. */
  nodeFlags?: string[];
  /** Arguments of every worker, before those of a single one. */
  workerArgs?: readonly string[];
}

/** The product as its own processes, built, on a test's backend, with stand-ins for providers. */
export const startStack = async (
  backend: TestBackend,
  {
    apis = 1,
    workers = 1,
    variables: more = {},
    hasVoice = false,
    hasModeration = false,
    hasMail = false,
    nodeFlags = [],
    workerArgs = [],
  }: StackOptions = {},
): Promise<Stack> => {
  // A bench runs them as the image does.
  const flags = [...(process.env["TEST_SERVER_FLAGS"]?.split(" ") ?? []), ...nodeFlags];
  const pace = { STANDIN_FIRST_TOKEN_MS: "50", STANDIN_TOKENS_PER_SECOND: "400" };
  const smtpPort = await freePort();
  const STANDIN_SMTP_PORT = String(smtpPort);
  const standins = await startProcess("standins.js", [], { ...pace, ...more, STANDIN_SMTP_PORT });
  const variables = {
    ...backend.variables(standInVariables(PROVIDERS, standins.port)),
    ...(hasVoice && standInVoice(standins.port)),
    ...(hasModeration && standInModeration(standins.port)),
    ...standInPayPalVariables(standins.port),
    ...(hasMail && standInMail(smtpPort, standins.port)),
    ...more,
  };
  const running: { apis: TestProcess[]; workers: TestProcess[] } = { apis: [], workers: [] };
  const startApi = async (port?: number) => {
    const named = port === undefined ? {} : { PORT: String(port) };
    const api = await startProcess("api.js", [], { ...variables, ...named }, flags);
    running.apis.push(api);
    return api;
  };
  const startWorker = async (...args: string[]) => {
    const worker = await startProcess("worker.js", [...workerArgs, ...args], variables, flags);
    running.workers.push(worker);
    return worker;
  };
  const stop = async () => {
    const all = [...running.apis, ...running.workers, standins];
    await Promise.all(all.map((each) => (each.thaw(), each.kill("SIGKILL"))));
  };
  const control = controlStandins(standins);
  try {
    // Each of them, so that one that starts after another has failed is known too.
    const started = await Promise.allSettled([
      ...Array.from({ length: apis }, () => startApi()),
      ...Array.from({ length: workers }, () => startWorker()),
    ]);
    for (const each of started) if (each.status === "rejected") throw each.reason;
    const [firstApi] = running.apis;
    if (firstApi) await control.paypal.tell(firstApi.port);
  } catch (err) {
    await stop();
    throw err;
  }
  return {
    origin: `http://localhost:${running.apis[0]?.port ?? 0}`,
    ...running,
    standins: control,
    startApi,
    startWorker,
    stop,
  };
};
