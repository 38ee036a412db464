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
  buildWebhookUrl,
  getWorkerMetricsPort,
} from "./launch-plan.ts";
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
}

interface StartOptions {
  /** Port of the API if it is not `PORT`. */
  apiPort?: number;
  /** Runs in parallel to the other starts; the API waits for it. */
  beforeApi?: () => Promise<void>;
}

const MIGRATE_SCRIPT = path.join("dist", "migrate.js");

/** Migrates in a child process, so that its memory is freed afterwards. */
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
  parts: ShutdownStack,
): Promise<ProductDatabase> => {
  const open = async (): Promise<ProductDatabase> => {
    if (env.databaseUrl !== undefined)
      return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl, folder: null };
    const { url, folder, program } = await openEmbeddedDatabase(dataDir, parts.stopping);
    await parts.keep(supervise(program)).firstUp;
    return { url, folder };
  };
  const database = await open();
  await migrateInChildProcess(database, parts.stopping);
  return database;
};

/**
 * Starts database (unless DATABASE_URL is set), fakes, worker and API, each as a process. Rejects,
 * with a message for the user, if a port is taken, the data folder is in use, or a part does not
 * start.
 */
export const startProduct = async (
  given: NodeJS.ProcessEnv,
  parts: ShutdownStack,
  { apiPort, beforeApi = async () => {} }: StartOptions = {},
): Promise<StartedProduct> => {
  // A free port is chosen now because the worker and the start message need it.
  const PORT = String(readEnv(given).port || (await findFreePort()));
  const variables: NodeJS.ProcessEnv = { ...given, PORT };
  const env = readEnv(variables);
  for (const [port, variable] of listPorts(env)) await assertPortFree(port, variable);
  const dataDir = await openDataDir(env.dataDir);
  await lockDataDir(dataDir);
  const run = async <Up>(program: SupervisedProgram<Up>) => {
    const supervised = parts.keep(supervise(program));
    return { supervised, up: await supervised.firstUp };
  };
  const standIns = listFakedProviders(env);
  const hasStandInVoice = env.voice === null;
  const startStandIns = async (): Promise<Record<string, string>> => {
    if (!needsFakes(env)) return {};
    const STANDIN_WEBHOOK_URL = buildWebhookUrl(apiPort ?? env.port);
    // Fixed for the whole run, so that restarted fakes keep their ports.
    const [port, smtpPort] = [await findFreePort(), await findFreePort()];
    const own = { ...variables, STANDIN_WEBHOOK_URL, STANDIN_SMTP_PORT: String(smtpPort) };
    await run(
      createProductProcess("fakes", "standins.js", own, { args: ["--port", String(port)] }),
    );
    return {
      ...buildFakeProviderVariables(standIns, port),
      ...(hasStandInVoice && buildFakeVoiceVariables(port)),
      ...(usesFakeModeration(env) && buildFakeModerationVariables(port)),
      ...(usesFakePayPal(env, variables) && buildFakePayPalVariables(port)),
      ...(usesFakeEmail(env) && buildFakeEmailVariables(smtpPort, port)),
    };
  };
  const surroundings = Promise.all([
    openMigratedDatabase(env, dataDir, parts),
    startStandIns(),
    readSessionSecret(env, dataDir),
  ]).then(([database, standInsAccess, secret]) => ({
    database,
    mailboxUrl: standInsAccess["STANDIN_MAILBOX_URL"] ?? null,
    variables: {
      ...variables,
      ...standInsAccess,
      ...buildDatabaseVariables(database.url),
      SESSION_SECRET: secret,
      // By default the terminal shows only warnings.
      LOG_LEVEL: variables["LOG_LEVEL"] || "warn",
      // Nothing takes over on this machine and the user waits: stop quickly; interrupted jobs run
      // again at the next start.
      DRAIN_SECONDS: variables["DRAIN_SECONDS"] || "0",
      WORKER_GRACE_SECONDS: variables["WORKER_GRACE_SECONDS"] || "5",
      // Each connection uses megabytes, and opening one locally is fast.
      DATABASE_POOL_MIN: variables["DATABASE_POOL_MIN"] || "2",
    },
  }));
  const startWorker = async () => {
    const { variables: own } = await surroundings;
    const measured = env.metricsPort !== undefined && {
      METRICS_PORT: String(getWorkerMetricsPort(env.metricsPort)),
    };
    const { workerGraceMs: graceMs } = readEnv(own);
    return run(createProductProcess("worker", "worker.js", { ...own, ...measured }, { graceMs }));
  };
  const startApi = async () => {
    const [{ variables: own }] = await Promise.all([surroundings, beforeApi()]);
    const { drainMs: graceMs } = readEnv(own);
    const port = String(apiPort ?? env.port);
    return run(createProductProcess("API", "api.js", { ...own, PORT: port }, { graceMs }));
  };
  const [worker, api] = await Promise.all([startWorker(), startApi()]);
  const { database, mailboxUrl } = await surroundings;
  return {
    api: api.supervised,
    worker: worker.supervised,
    port: env.port,
    report: renderStartReport({
      env,
      standIns,
      hasStandInVoice,
      isModerationStandIn: usesFakeModeration(env),
      isPayPalStandIn: usesFakePayPal(env, variables),
      mailboxUrl,
      dataDir,
      databaseFolder: database.folder,
    }),
  };
};

const readSessionSecret = async (env: Env, dataDir: string): Promise<string> =>
  env.sessionSecret ?? readOrCreateSecret(dataDir, "session-secret");
