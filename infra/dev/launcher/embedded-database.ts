import { getClusterFolder } from "../postgres/cluster-folder.ts";
import { lockDataDir, readOrCreateSecret, openDataDir, assertFreeSpace } from "./data-dir.ts";
import {
  type ClusterOptions,
  buildClusterUrl,
  openCluster,
  startCluster,
} from "../postgres/cluster.ts";
import {
  SERVER_STOP_TIMEOUT_MS,
  findRunningServer,
  stopRunningServer,
} from "../postgres/running-server.ts";
import type { SupervisedProgram } from "../supervision/supervise.ts";
import { runWithAbortOnSignal, rejectOnAbort } from "./abort-on-signal.ts";

/** Enough connections for the pools of API and worker, and for commands that run meanwhile. */
const POSTGRES_SETTINGS = { max_connections: 200 };

const readDatabasePassword = (dataDir: string): Promise<string> =>
  readOrCreateSecret(dataDir, "database-password");

/** Stops a server that still runs, and returns the options of the cluster. */
const prepareCluster = async (dataDir: string): Promise<ClusterOptions> => {
  const folder = await getClusterFolder(dataDir);
  await stopRunningServer(folder);
  await assertFreeSpace(folder);
  return {
    dataDir: folder,
    password: await readDatabasePassword(dataDir),
    settings: POSTGRES_SETTINGS,
  };
};

export interface EmbeddedDatabase {
  url: string;
  folder: string;
  program: SupervisedProgram<void>;
}

/**
 * Prepares the embedded PostgreSQL of a data folder that this process has locked. Stops a server
 * that a killed launcher has left running.
 */
export const openEmbeddedDatabase = async (
  dataDir: string,
  signal: AbortSignal,
): Promise<EmbeddedDatabase> => {
  const options = await prepareCluster(dataDir);
  const cluster = await openCluster({ ...options, signal });
  return {
    url: cluster.url,
    folder: options.dataDir,
    program: {
      name: "PostgreSQL",
      start: () => cluster.start(),
      ready: (server) => cluster.ready(server),
      lastOutput: () => cluster.lastOutput(),
      signals: { stop: "SIGINT", kill: "SIGQUIT" },
      graceMs: SERVER_STOP_TIMEOUT_MS,
    },
  };
};

interface DatabaseAddress {
  databaseUrl?: string | undefined;
  databaseOwnerUrl?: string | undefined;
  dataDir: string;
}

/**
 * Runs a command on the database at `databaseUrl`, as the owner of the tables if `databaseOwnerUrl`
 * is set. Without `databaseUrl`, uses the embedded database and starts it if it is not running.
 * Stops if this process is asked to end.
 */
export const withDatabase = async <T>(
  { databaseUrl, databaseOwnerUrl, dataDir: folder }: DatabaseAddress,
  command: (databaseUrl: string) => Promise<T>,
): Promise<T> => {
  if (databaseUrl !== undefined) return command(databaseOwnerUrl ?? databaseUrl);
  const dataDir = await openDataDir(folder);
  const running = await findRunningServer(await getClusterFolder(dataDir));
  if (running !== null)
    return command(buildClusterUrl(running, await readDatabasePassword(dataDir)));
  await lockDataDir(dataDir);
  return runWithAbortOnSignal(async (signal) => {
    const cluster = await startCluster({ ...(await prepareCluster(dataDir)), signal });
    const work = async (): Promise<T> => {
      const { migrateDatabase: migrate } = await import("#infra/db/migrate.ts");
      await migrate(cluster.url);
      return command(cluster.url);
    };
    try {
      return await Promise.race([work(), rejectOnAbort(signal)]);
    } finally {
      await cluster.stop();
    }
  });
};
