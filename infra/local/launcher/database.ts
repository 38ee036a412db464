import { clusterFolder } from "../postgres/cluster-folder.ts";
import { holdDataDir, keptSecret, openDataDir, requireRoom } from "./data-dir.ts";
import { type ClusterOptions, clusterUrl, openCluster, startCluster } from "../postgres/cluster.ts";
import { PATIENCE_MS, runningServer, stopRunningServer } from "../postgres/running-server.ts";
import type { Program } from "../supervision/supervise.ts";
import { unlessAsked, untilAborted } from "./unless-asked.ts";

/** API and worker have several pools each; commands need connections as well. */
const SETTINGS = { max_connections: 200 };

const passwordOf = (dataDir: string): Promise<string> => keptSecret(dataDir, "database-password");

/** Stops an earlier server and determines the options of the cluster. */
const prepare = async (dataDir: string): Promise<ClusterOptions> => {
  const folder = await clusterFolder(dataDir);
  await stopRunningServer(folder);
  await requireRoom(folder);
  return {
    dataDir: folder,
    password: await passwordOf(dataDir),
    settings: SETTINGS,
  };
};

export interface EmbeddedDatabase {
  url: string;
  folder: string;
  program: Program<void>;
}

/**
 * Prepares the embedded PostgreSQL of a data folder that this process holds. Stops a server that a
 * killed launcher has left running.
 */
export const openDatabase = async (
  dataDir: string,
  signal: AbortSignal,
): Promise<EmbeddedDatabase> => {
  const options = await prepare(dataDir);
  const cluster = await openCluster({ ...options, signal });
  return {
    url: cluster.url,
    folder: options.dataDir,
    program: {
      name: "PostgreSQL",
      start: () => cluster.start(),
      ready: (server) => cluster.ready(server),
      lastWords: () => cluster.lastWords(),
      signals: { stop: "SIGINT", kill: "SIGQUIT" },
      graceMs: PATIENCE_MS,
    },
  };
};

interface DatabaseAddress {
  databaseUrl?: string | undefined;
  databaseOwnerUrl?: string | undefined;
  dataDir: string;
}

/**
 * Runs a command on the database at `databaseUrl` (as its owner if known). Without one it uses the
 * embedded database of the data folder and starts it if it is not running. Stops if this process is
 * asked to end.
 */
export const withDatabase = async <T>(
  { databaseUrl, databaseOwnerUrl, dataDir: folder }: DatabaseAddress,
  command: (databaseUrl: string) => Promise<T>,
): Promise<T> => {
  if (databaseUrl !== undefined) return command(databaseOwnerUrl ?? databaseUrl);
  const dataDir = await openDataDir(folder);
  const running = await runningServer(await clusterFolder(dataDir));
  if (running !== null) return command(clusterUrl(running, await passwordOf(dataDir)));
  await holdDataDir(dataDir);
  return unlessAsked(async (asked) => {
    const cluster = await startCluster({ ...(await prepare(dataDir)), signal: asked });
    const work = async (): Promise<T> => {
      const { migrate } = await import("../../db/migrate.ts");
      await migrate(cluster.url);
      return command(cluster.url);
    };
    try {
      return await Promise.race([work(), untilAborted(asked)]);
    } finally {
      await cluster.stop();
    }
  });
};
