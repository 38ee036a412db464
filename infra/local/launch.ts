import { createServer } from "node:net";
import path from "node:path";
import { migrate } from "../db/migrate.ts";
import { type Env, readEnv } from "../env.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { buildWeb } from "./build-web.ts";
import { holdDataDir, keptSecret, openDataDir } from "./data-dir.ts";
import { startDatabase } from "./database.ts";
import { keyVariable, standInAddresses, standInProviders, standInVariables } from "./plan.ts";
import { supervise } from "./supervise.ts";

export interface Launched {
  /** What to tell the person who started it, once it answers. */
  ready: Promise<string>;
  /** Stops every part, last started first; also while it is still starting. */
  stop(): Promise<void>;
}

const refuseTakenPort = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (err: NodeJS.ErrnoException) =>
      reject(
        err.code === "EADDRINUSE"
          ? new Error(`Port ${port} is taken. Stop what listens there, or set PORT to another.`)
          : err,
      ),
    );
    probe.listen(port, () => probe.close(() => resolve()));
  });

const report = (env: Env, standIns: readonly string[], dataDir: string): string => {
  const provider = (id: (typeof PROVIDERS)[number]) =>
    standIns.includes(id)
      ? `offline stand-in (set ${keyVariable(id)} for the real one)`
      : `real, ${env.providers[id]?.baseUrl ?? "at its vendor"}`;
  const rows = [
    ...PROVIDERS.map((id) => [env.labels[id], provider(id)]),
    ["Database", env.databaseUrl ? "yours, from DATABASE_URL" : `embedded, data in ${dataDir}`],
    ["Queue", env.redisUrl ? "Redis" : "on the database"],
  ];
  const lines = rows.map(([name = "", what = ""]) => `  ${name.padEnd(10)}${what}`);
  return [`Ready at http://localhost:${env.port}`, "", ...lines, ""].join("\n");
};

/** Starts everything the product needs on this machine, each part as its own process. */
export const launch = (variables: NodeJS.ProcessEnv): Launched => {
  const stops: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  /** What is still starting when the stop comes is stopped as soon as it is there. */
  const keep = <T extends { stop(): Promise<unknown> }>(part: T): T => {
    stops.push(() => part.stop());
    if (isStopping) throw new Error("Stopped while starting.");
    return part;
  };
  const stop = async () => {
    isStopping = true;
    for (let each = stops.pop(); each; each = stops.pop()) await each();
  };

  const start = async (): Promise<string> => {
    const env = readEnv(variables);
    await refuseTakenPort(env.port);
    const dataDir = await openDataDir(env.dataDir);
    await holdDataDir(dataDir);

    const openDatabase = async () => env.databaseUrl ?? keep(await startDatabase(dataDir)).url;
    const [databaseUrl] = await Promise.all([openDatabase(), buildWeb()]);
    await migrate(databaseUrl);

    const standIns = standInProviders(variables);
    const common: NodeJS.ProcessEnv = {
      ...variables,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: env.sessionSecret ?? (await keptSecret(dataDir, "session-secret")),
      LOG_LEVEL: variables["LOG_LEVEL"] || "warn",
    };
    const run = (name: string, script: string, more: NodeJS.ProcessEnv) =>
      keep(supervise(name, path.resolve("dist", script), { ...common, ...more }));

    const port = await run("stand-ins", "standins.js", {}).firstReady;
    const reached = standInVariables(standIns, standInAddresses(port));
    const worker = run("worker", "worker.js", reached);
    const api = run("API", "api.js", reached);
    await Promise.all([worker.firstReady, api.firstReady]);
    return report(env, standIns, dataDir);
  };
  return { ready: start(), stop };
};
