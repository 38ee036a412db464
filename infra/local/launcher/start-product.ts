import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { environment, readEnv, type Env } from "../../env.ts";
import { holdDataDir, keptSecret, openDataDir } from "./data-dir.ts";
import { openDatabase } from "./database.ts";
import { ownProcess } from "../supervision/own-process.ts";
import { freePort, refuseTakenPort } from "./free-port.ts";
import type { Parts } from "./parts.ts";
import {
  databaseVariables,
  isMailStandIn,
  isModerationStandIn,
  isPayPalStandIn,
  needsStandIns,
  portsOf,
  standInMail,
  standInModeration,
  standInPayPalVariables,
  standInProviders,
  standInVariables,
  standInVoice,
  webhookUrlOf,
  workerMetricsPort,
} from "./plan.ts";
import { report } from "./report.ts";
import { supervise, type Program, type Supervised } from "../supervision/supervise.ts";
import { whyItFailed } from "./why-it-failed.ts";

export interface Product {
  api: Supervised<number>;
  worker: Supervised<number>;
  port: number;
  report: string;
}

interface Options {
  /** Port of the API if it is not `PORT`. */
  apiPort?: number;
  /** Runs in parallel to the other starts; the API waits for it. */
  beforeApi?: () => Promise<void>;
}

const MIGRATE = path.join("dist", "migrate.js");

/** Migrates in a child process, so that its memory is freed afterwards. */
const migrateAside = async (
  { url, ownerUrl = "" }: Database,
  signal: AbortSignal,
): Promise<void> => {
  const env = { ...environment, ...databaseVariables(url), DATABASE_OWNER_URL: ownerUrl };
  try {
    await promisify(execFile)(process.execPath, [MIGRATE], { env, signal });
  } catch (err) {
    throw new Error(`The database could not be migrated.\n${whyItFailed(err)}`, { cause: err });
  }
};

interface Database {
  url: string;
  ownerUrl?: string | undefined;
  folder: string | null;
}

const openMigrated = async (env: Env, dataDir: string, parts: Parts): Promise<Database> => {
  const open = async (): Promise<Database> => {
    if (env.databaseUrl !== undefined)
      return { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl, folder: null };
    const { url, folder, program } = await openDatabase(dataDir, parts.stopping);
    await parts.keep(supervise(program)).firstUp;
    return { url, folder };
  };
  const database = await open();
  await migrateAside(database, parts.stopping);
  return database;
};

/**
 * Starts database (unless DATABASE_URL is set), fakes, worker and API, each as a process. Rejects,
 * with a message for the user, if a port is taken, the data folder is in use, or a part does not
 * start.
 */
export const startProduct = async (
  given: NodeJS.ProcessEnv,
  parts: Parts,
  { apiPort, beforeApi = async () => {} }: Options = {},
): Promise<Product> => {
  // A free port is chosen now because the worker and the start message need it.
  const PORT = String(readEnv(given).port || (await freePort()));
  const variables: NodeJS.ProcessEnv = { ...given, PORT };
  const env = readEnv(variables);
  for (const [port, variable] of portsOf(env)) await refuseTakenPort(port, variable);
  const dataDir = await openDataDir(env.dataDir);
  await holdDataDir(dataDir);
  const run = async <Up>(program: Program<Up>) => {
    const supervised = parts.keep(supervise(program));
    return { supervised, up: await supervised.firstUp };
  };
  const standIns = standInProviders(env);
  const hasStandInVoice = env.voice === null;
  const startStandIns = async (): Promise<Record<string, string>> => {
    if (!needsStandIns(env)) return {};
    const STANDIN_WEBHOOK_URL = webhookUrlOf(apiPort ?? env.port);
    // Fixed for the whole run, so that restarted fakes keep their ports.
    const [port, smtpPort] = [await freePort(), await freePort()];
    const own = { ...variables, STANDIN_WEBHOOK_URL, STANDIN_SMTP_PORT: String(smtpPort) };
    await run(ownProcess("stand-ins", "standins.js", own, { args: ["--port", String(port)] }));
    return {
      ...standInVariables(standIns, port),
      ...(hasStandInVoice && standInVoice(port)),
      ...(isModerationStandIn(env) && standInModeration(port)),
      ...(isPayPalStandIn(env, variables) && standInPayPalVariables(port)),
      ...(isMailStandIn(env) && standInMail(smtpPort, port)),
    };
  };
  const surroundings = Promise.all([
    openMigrated(env, dataDir, parts),
    startStandIns(),
    sessionSecret(env, dataDir),
  ]).then(([database, standInsAccess, secret]) => ({
    database,
    mailboxUrl: standInsAccess["STANDIN_MAILBOX_URL"] ?? null,
    variables: {
      ...variables,
      ...standInsAccess,
      ...databaseVariables(database.url),
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
      METRICS_PORT: String(workerMetricsPort(env.metricsPort)),
    };
    const { workerGraceMs: graceMs } = readEnv(own);
    return run(ownProcess("worker", "worker.js", { ...own, ...measured }, { graceMs }));
  };
  const startApi = async () => {
    const [{ variables: own }] = await Promise.all([surroundings, beforeApi()]);
    const { drainMs: graceMs } = readEnv(own);
    const port = String(apiPort ?? env.port);
    return run(ownProcess("API", "api.js", { ...own, PORT: port }, { graceMs }));
  };
  const [worker, api] = await Promise.all([startWorker(), startApi()]);
  const { database, mailboxUrl } = await surroundings;
  return {
    api: api.supervised,
    worker: worker.supervised,
    port: env.port,
    report: report({
      env,
      standIns,
      hasStandInVoice,
      isModerationStandIn: isModerationStandIn(env),
      isPayPalStandIn: isPayPalStandIn(env, variables),
      mailboxUrl,
      dataDir,
      databaseFolder: database.folder,
    }),
  };
};

const sessionSecret = async (env: Env, dataDir: string): Promise<string> =>
  env.sessionSecret ?? keptSecret(dataDir, "session-secret");
