import { type ChildProcess, fork, type Serializable } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import {
  buildFakeEmailVariables,
  buildFakeModerationVariables,
  buildFakePayPalVariables,
  buildFakeProviderVariables,
  buildFakeVoiceVariables,
  buildWebhookUrl,
} from "#infra/dev/launcher/launch-plan.ts";
import { findFreePort } from "#infra/dev/launcher/free-port.ts";
import type { PaymentFault } from "#infra/dev/fakes/paypal/payment-fault.ts";
import type { OrderAction } from "#infra/dev/fakes/paypal/fake-orders.ts";
import type { FakeOrder } from "#infra/dev/fakes/paypal/paypal-order.ts";
import type { Fault } from "#infra/dev/fakes/vendor-fault.ts";
import type { RecordedRequest } from "#infra/dev/fakes/recorded-requests.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { z } from "zod";
import type { TestBackend } from "../harness.ts";

/** A process of the product, started as an operator would start it. */
export interface TestProcess {
  pid: number;
  port: number;
  isRunning(): boolean;
  /** Sends a signal, waits for the exit and returns the exit code. Null if it was killed. */
  kill(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
  freeze(): void;
  thaw(): void;
  ask(question: Serializable): Promise<unknown>;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * Returns the path of a process in the build of the tests' setup. Without that build, the path is
 * in the product's build, `dist`.
 */
export const resolveBuiltProcess = (script: string): string =>
  path.resolve(process.env["TEST_PROCESSES"] ?? "dist", script);

/** Starts a built process and waits until it reports its port. */
export const startTestProcess = async (
  script: string,
  args: string[],
  variables: Record<string, string>,
  nodeFlags: string[] = [],
): Promise<TestProcess> => {
  const { PATH = "" } = process.env;
  const child = fork(resolveBuiltProcess(script), args, {
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

export interface FakesControl {
  pid: number;
  port: number;
  fault(fault: z.input<typeof Fault>): Promise<void>;
  /** Clears all faults, including PayPal's. A speech that a fault stalls then continues at once. */
  clearFaults(): Promise<void>;
  requests(): Promise<RecordedRequest[]>;
  paypal: PayPalFakeControl;
}

/** Controls the fake PayPal as a buyer or as PayPal itself. */
export interface PayPalFakeControl {
  fault(...faults: z.input<typeof PaymentFault>[]): Promise<void>;
  orders(): Promise<FakeOrder[]>;
  act(orderId: string, act: OrderAction): Promise<void>;
  /** Sends webhooks to the API at this port from now on. */
  tell(apiPort: number): Promise<void>;
}

/** Sends a request to a control route of the fakes. Throws if the response is an error. */
const createControlClient =
  (port: number) =>
  async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
type ControlRequest = ReturnType<typeof createControlClient>;

const createPayPalFakeControl = (ask: ControlRequest): PayPalFakeControl => ({
  fault: async (...faults) => void (await ask("POST", "/__paypal/faults", faults)),
  orders: async () => (await (await ask("GET", "/__paypal/orders")).json()) as FakeOrder[],
  act: async (orderId, act) => void (await ask("POST", `/paypal/checkout/${orderId}/${act}`)),
  tell: async (apiPort) =>
    void (await ask("POST", "/__paypal/webhook-url", { url: buildWebhookUrl(apiPort) })),
});

const createFakesControl = (
  { pid, port }: TestProcess,
  ask = createControlClient(port),
): FakesControl => ({
  pid,
  port,
  paypal: createPayPalFakeControl(ask),
  fault: async (fault) => void (await ask("POST", "/__faults", fault)),
  async clearFaults() {
    await ask("DELETE", "/__faults");
    await ask("DELETE", "/__paypal/faults");
  },
  requests: async () => (await (await ask("GET", "/__requests")).json()) as RecordedRequest[],
});

export interface TestStack {
  origin: string;
  apis: TestProcess[];
  workers: TestProcess[];
  fakes: FakesControl;
  /** Uses a free port unless one is given. */
  startApi(port?: number): Promise<TestProcess>;
  startWorker(...args: string[]): Promise<TestProcess>;
  stop(): Promise<void>;
}

export interface TestStackOptions {
  apis?: number;
  workers?: number;
  /** Extra variables for every process, for example the pace of the fakes. */
  variables?: Record<string, string>;
  hasVoice?: boolean;
  hasModeration?: boolean;
  hasMail?: boolean;
  nodeFlags?: string[];
  /** Arguments for every worker, before the arguments of a single one. */
  workerArgs?: readonly string[];
}

/** Starts the built processes of the product on a test backend, with fakes as providers. */
export const startTestStack = async (
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
  }: TestStackOptions = {},
): Promise<TestStack> => {
  // Benchmarks pass the Node.js flags of the production image in this variable.
  const flags = [...(process.env["TEST_SERVER_FLAGS"]?.split(" ") ?? []), ...nodeFlags];
  const pace = { STANDIN_FIRST_TOKEN_MS: "50", STANDIN_TOKENS_PER_SECOND: "400" };
  const smtpPort = await findFreePort();
  const STANDIN_SMTP_PORT = String(smtpPort);
  const fakesProcess = await startTestProcess("standins.js", [], {
    ...pace,
    ...more,
    STANDIN_SMTP_PORT,
  });
  const variables = {
    ...backend.variables(buildFakeProviderVariables(PROVIDERS, fakesProcess.port)),
    ...(hasVoice && buildFakeVoiceVariables(fakesProcess.port)),
    ...(hasModeration && buildFakeModerationVariables(fakesProcess.port)),
    ...buildFakePayPalVariables(fakesProcess.port),
    ...(hasMail && buildFakeEmailVariables(smtpPort, fakesProcess.port)),
    ...more,
  };
  const running: { apis: TestProcess[]; workers: TestProcess[] } = { apis: [], workers: [] };
  const startApi = async (port?: number) => {
    const named = port === undefined ? {} : { PORT: String(port) };
    const api = await startTestProcess("api.js", [], { ...variables, ...named }, flags);
    running.apis.push(api);
    return api;
  };
  const startWorker = async (...args: string[]) => {
    const worker = await startTestProcess("worker.js", [...workerArgs, ...args], variables, flags);
    running.workers.push(worker);
    return worker;
  };
  const stop = async () => {
    const all = [...running.apis, ...running.workers, fakesProcess];
    await Promise.all(all.map((each) => (each.thaw(), each.kill("SIGKILL"))));
  };
  const control = createFakesControl(fakesProcess);
  try {
    // Waits for all processes even if one fails to start. Otherwise `stop` would miss those that
    // start later.
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
    fakes: control,
    startApi,
    startWorker,
    stop,
  };
};
