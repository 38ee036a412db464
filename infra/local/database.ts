import { createHash } from "node:crypto";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keptSecret, openDataDir } from "./data-dir.ts";
import { freePort } from "./free-port.ts";
import { migrate } from "../db/migrate.ts";
import { restartDelay } from "./restart-delay.ts";
import { SHARED_HOME } from "./postgres/binaries.ts";
import { type Cluster, clusterUrl, runningServer, startCluster } from "./postgres/cluster.ts";
import { canReach, serverUser } from "./postgres/server-user.ts";

const STOP_TIMEOUT_MS = 15_000;
/** Every process has several pools, and commands come and go. */
const SETTINGS = { max_connections: 200 };

/** Where the cluster's files are: in the data folder, unless root's server could not enter it. */
export const clusterFolder = (dataDir: string): string => {
  const user = serverUser();
  if (user === undefined || canReach(user, dataDir)) return path.join(dataDir, "postgres");
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(SHARED_HOME, name);
};

/** Stops a server whose launcher was killed; its data is as safe as after any stop. */
const stopOrphan = async (folder: string): Promise<void> => {
  const orphan = await runningServer(folder);
  if (orphan === null) return;
  process.kill(orphan.pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while ((await runningServer(folder)) !== null) {
    if (Date.now() > deadline)
      throw new Error(`An earlier PostgreSQL (process ${orphan.pid}) does not stop.`);
    await pause(50);
  }
};

export interface Database {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL on the data folder, taking over from one left running. One that
 * dies is started again at the same address.
 */
export const startDatabase = async (dataDir: string): Promise<Database> => {
  const folder = clusterFolder(dataDir);
  await stopOrphan(folder);
  const options = {
    dataDir: folder,
    port: await freePort(),
    password: await keptSecret(dataDir, "database-password"),
    settings: SETTINGS,
  };
  let cluster: Cluster;
  let isStopping = false;
  const start = async () => {
    cluster = await startCluster(options);
    cluster.process.once("exit", () => !isStopping && restart(1));
  };
  const restart = (deaths: number) => {
    console.error("PostgreSQL ended. Starting it again.");
    setTimeout(
      () => {
        if (!isStopping) start().catch(() => restart(deaths + 1));
      },
      restartDelay(deaths + 1),
    );
  };
  await start();
  return {
    url: clusterUrl(options.port, options.password),
    async stop() {
      isStopping = true;
      await cluster.stop();
    },
  };
};

/**
 * Runs a command on the product's database, whether the product runs or not: the one at
 * `databaseUrl`, else the embedded one of the data folder, started for as long as it takes.
 */
export const withDatabase = async <T>(
  { databaseUrl, dataDir: folder }: { databaseUrl: string | undefined; dataDir: string },
  command: (databaseUrl: string) => Promise<T>,
): Promise<T> => {
  if (databaseUrl !== undefined) return command(databaseUrl);
  const dataDir = await openDataDir(folder);
  const running = await runningServer(clusterFolder(dataDir));
  if (running !== null)
    return command(clusterUrl(running.port, await keptSecret(dataDir, "database-password")));
  const database = await startDatabase(dataDir);
  try {
    await migrate(database.url);
    return await command(database.url);
  } finally {
    await database.stop();
  }
};
