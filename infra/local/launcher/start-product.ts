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
  /** `PORT`. */
  port: number;
  /** For the person who started it. */
  report: string;
}

interface Options {
  /** Where the API listens, when that is not `PORT`. */
  apiPort?: number;
  /** What has to be there before the API starts, made while the rest does. */
  beforeApi?: () => Promise<void>;
}

const MIGRATE = path.join("dist", "migrate.js");

/** Migrates in a process of its own, whose memory is free again afterwards. */
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
  /** Where the files of the embedded one are. */
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
 * Starts everything the product needs on this machine, each part as its own process: database (unless
 * `DATABASE_URL`), stand-ins, worker and API. Rejects with a sentence before anything is started when
 * a port is taken or the data folder is in use, and where a part ends whenever it is started.
 */
export const startProduct = async (
  given: NodeJS.ProcessEnv,
  parts: Parts,
  { apiPort, beforeApi = async () => {} }: Options = {},
): Promise<Product> => {
  // Any free one is chosen now: the worker and who started it have to know where the product is.
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
    // API and worker are told once: they are there again where they were.
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
      // Only warnings reach the terminal, unless more is asked for.
      LOG_LEVEL: variables["LOG_LEVEL"] || "warn",
      // Whoever stops it waits, and nobody else takes over: what is under way is begun again then.
      DRAIN_SECONDS: variables["DRAIN_SECONDS"] || "0",
      WORKER_GRACE_SECONDS: variables["WORKER_GRACE_SECONDS"] || "5",
      // Each holds megabytes, and here another is opened in a moment.
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
