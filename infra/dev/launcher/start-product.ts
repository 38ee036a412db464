import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { processEnv, readEnv, type Env } from "#infra/env.ts";
import { lockDataDir, readOrCreateSecret, openDataDir } from "./data-dir.ts";
import { openEmbeddedDatabase } from "./embedded-database.ts";
import { createProductProcess } from "../supervision/product-process.ts";
import { findFreePort, assertPortFree } from "./free-port.ts";
import type { ShutdownStack } from "./shutdown-stack.ts";
import {
  allowsSamples,
  buildDatabaseVariables,
  usesFakeEmail,
  usesFakeModeration,
  usesFakePayPal,
  needsFakes,
  listPorts,
  buildFakeEmailVariables,
  buildFakeModerationVariables,
  buildFakePayPalVariables,
  listFakedProviders,
  buildFakeProviderVariables,
  buildFakeVoiceVariables,
  buildNoProxyVariables,
  buildWebhookUrl,
  getWorkerMetricsPort,
} from "./launch-plan.ts";
import type { SampleServices } from "../samples/run-samples.ts";
import { renderStartReport } from "./start-report.ts";
import {
  supervise,
  type SupervisedProgram,
  type SupervisedProcess,
} from "../supervision/supervise.ts";
import { getFailureReason } from "./failure-reason.ts";

export interface StartedProduct {
  api: SupervisedProcess<number>;
  worker: SupervisedProcess<number>;
  port: number;
  report: string;
  /** The services that the sample debates need; null if no samples may be added. */
  samples: SampleServices | null;
}

interface StartOptions {
  /** Port of the API, if it differs from the variable `PORT`. */
  apiPort?: number;
  /** Work that runs while the other parts start. The API starts after it. */
  beforeApi?: () => Promise<void>;
}

const MIGRATE_SCRIPT = path.join("dist", "migrate.js");

/** Migrates in a child process, whose memory is freed afterwards. */
const migrateInChildProcess = async (
  { url, ownerUrl = "" }: ProductDatabase,
  signal: AbortSignal,
): Promise<void> => {
  const env = { ...processEnv, ...buildDatabaseVariables(url), DATABASE_OWNER_URL: ownerUrl };
  try {
    await promisify(execFile)(process.execPath, [MIGRATE_SCRIPT], { env, signal });
  } catch (err) {
    throw new Error(`The database could not be migrated.\n${getFailureReason(err)}`, {
      cause: err,
    });
  }
};

interface ProductDatabase {
  url: string;
  ownerUrl?: string | undefined;
  folder: string | null;
}

const openMigratedDatabase = async (
  env: Env,
  dataDir: string,
  stack: ShutdownStack,
): Promise<ProductDatabase> => {
  const open = async (): Promise<ProductDatabase> => {
    if (env.databaseUrl !== undefined)
      return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl, folder: null };
    const { url, folder, program } = await openEmbeddedDatabase(dataDir, stack.stopping);
    await stack.add(supervise(program)).firstReady;
    return { url, folder };
  };
  const database = await open();
  await migrateInChildProcess(database, stack.stopping);
  return database;
};

/**
 * Starts database (unless DATABASE_URL is set), fakes, worker and API, each as a process. Rejects
 * with a message for the user if a port is taken, the data folder is in use, or a part does not
 * start.
 */
export const startProduct = async (
  userVariables: NodeJS.ProcessEnv,
  stack: ShutdownStack,
  { apiPort, beforeApi = async () => {} }: StartOptions = {},
): Promise<StartedProduct> => {
  // A port of 0 is replaced by a free port now, because the worker and the start message need the
  // number.
  const PORT = String(readEnv(userVariables).port || (await findFreePort()));
  const variables: NodeJS.ProcessEnv = { ...userVariables, PORT };
  const env = readEnv(variables);
  for (const [port, variable] of listPorts(env)) await assertPortFree(port, variable);
  const dataDir = await openDataDir(env.dataDir);
  await lockDataDir(dataDir);
  const run = async <Ready>(program: SupervisedProgram<Ready>) => {
    const supervised = stack.add(supervise(program));
    return { supervised, up: await supervised.firstReady };
  };
  const fakedProviders = listFakedProviders(env);
  const hasFakeVoice = env.voice === null;
  const startFakesProcess = async (): Promise<Record<string, string>> => {
    if (!needsFakes(env)) return {};
    const STANDIN_WEBHOOK_URL = buildWebhookUrl(apiPort ?? env.port);
    // The ports are chosen here, so that the fakes get the same ports after a restart.
    const [port, smtpPort] = [await findFreePort(), await findFreePort()];
    const fakesEnv = { ...variables, STANDIN_WEBHOOK_URL, STANDIN_SMTP_PORT: String(smtpPort) };
    await run(
      createProductProcess("fakes", "standins.js", fakesEnv, { args: ["--port", String(port)] }),
    );
    return {
      ...buildNoProxyVariables(env),
      ...buildFakeProviderVariables(fakedProviders, port),
      ...(hasFakeVoice && buildFakeVoiceVariables(port)),
      ...(usesFakeModeration(env) && buildFakeModerationVariables(port)),
      ...(usesFakePayPal(env, variables) && buildFakePayPalVariables(port)),
      ...(usesFakeEmail(env) && buildFakeEmailVariables(smtpPort, port)),
    };
  };
  const prerequisites = Promise.all([
    openMigratedDatabase(env, dataDir, stack),
    startFakesProcess(),
    readSessionSecret(env, dataDir),
  ]).then(([database, fakeVariables, secret]) => ({
    database,
    mailboxUrl: fakeVariables["STANDIN_MAILBOX_URL"] ?? null,
    variables: {
      ...variables,
      ...fakeVariables,
      ...buildDatabaseVariables(database.url),
      SESSION_SECRET: secret,
      // The terminal shows only warnings by default.
      LOG_LEVEL: variables["LOG_LEVEL"] || "warn",
      // The processes stop quickly, because the user waits and no other process takes over.
      // Interrupted jobs run again at the next start.
      DRAIN_SECONDS: variables["DRAIN_SECONDS"] || "0",
      WORKER_GRACE_SECONDS: variables["WORKER_GRACE_SECONDS"] || "5",
      // A small minimum saves memory: each connection takes megabytes, and opening one locally is
      // fast.
      DATABASE_POOL_MIN: variables["DATABASE_POOL_MIN"] || "2",
    },
  }));
  const startWorker = async () => {
    const { variables: processVariables } = await prerequisites;
    const metrics = env.metricsPort !== undefined && {
      METRICS_PORT: String(getWorkerMetricsPort(env.metricsPort)),
    };
    const { workerGraceMs: graceMs } = readEnv(processVariables);
    return run(
      createProductProcess("worker", "worker.js", { ...processVariables, ...metrics }, { graceMs }),
    );
  };
  const startApi = async () => {
    const [{ variables: processVariables }] = await Promise.all([prerequisites, beforeApi()]);
    const { drainMs: graceMs } = readEnv(processVariables);
    const port = String(apiPort ?? env.port);
    return run(
      createProductProcess("API", "api.js", { ...processVariables, PORT: port }, { graceMs }),
    );
  };
  const [worker, api] = await Promise.all([startWorker(), startApi()]);
  const { database, mailboxUrl, variables: processVariables } = await prerequisites;
  const { voice, sessionSecret } = readEnv(processVariables);
  const buildSamples = (): SampleServices | null => {
    if (voice === null || sessionSecret === undefined || !allowsSamples(env)) return null;
    const { publicOrigin, isHttps, port: publicPort } = env;
    const sampleApi = { port: apiPort ?? publicPort, publicOrigin, isHttps, sessionSecret };
    return { databaseUrl: database.url, voice, api: sampleApi };
  };
  return {
    api: api.supervised,
    worker: worker.supervised,
    port: env.port,
    samples: buildSamples(),
    report: renderStartReport({
      env,
      fakedProviders,
      hasFakeVoice,
      isModerationFake: usesFakeModeration(env),
      isPayPalFake: usesFakePayPal(env, variables),
      mailboxUrl,
      dataDir,
      databaseFolder: database.folder,
    }),
  };
};

const readSessionSecret = async (env: Env, dataDir: string): Promise<string> =>
  env.sessionSecret ?? readOrCreateSecret(dataDir, "session-secret");
