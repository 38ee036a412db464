import { execFile } from "node:child_process";
import { chown, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { processEnv } from "#infra/env.ts";
import { getFailureReason } from "../launcher/failure-reason.ts";
import type { ServerUser } from "./server-user.ts";

const execFileAsync = promisify(execFile);

export const SUPERUSER = "postgres";

export interface ClusterFileOptions {
  /** Absolute path; created if missing. */
  dataDir: string;
  password: string;
  /** Aborts creating and starting the cluster, which may be slow. */
  signal?: AbortSignal;
}

const removeUnfinished = async (dataDir: string): Promise<void> => {
  const parent = path.dirname(dataDir);
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (name.startsWith(`${path.basename(dataDir)}.new-`))
      await rm(path.join(parent, name), { recursive: true, force: true });
};

/**
 * Throws if the system user has no name, which initdb needs. In a container the user may have only
 * an id.
 */
const assertUserHasName = (): void => {
  try {
    userInfo();
  } catch (err) {
    const advice = "Start as a user listed there, or set DATABASE_URL to your own PostgreSQL.";
    throw new Error(
      `PostgreSQL cannot create its files as user ${process.getuid?.()}, which is not in /etc/passwd. ${advice}`,
      { cause: err },
    );
  }
};

/**
 * Flags of initdb for the locale. Texts are compared by code point, with PostgreSQL's built-in
 * locale provider. All other locale settings use a locale that the platform has: macOS has C.UTF-8
 * only since version 15.
 */
export const getLocaleFlags = (platform: NodeJS.Platform): string[] => [
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--lc-messages=C",
  // The extension pg_trgm uses the character classes of the system's locale.
  ...(platform === "darwin" ? ["--locale=C", "--lc-ctype=UTF-8"] : ["--locale=C.UTF-8"]),
];

/**
 * Creates a cluster with UTF-8 and code point order, independent of the machine's locale. Creates
 * it in a temporary folder and renames it, so that a killed process leaves no partial cluster.
 */
export const createCluster = async (
  initdb: string,
  { dataDir, password, signal }: ClusterFileOptions,
  user: ServerUser | undefined,
): Promise<void> => {
  if (user === undefined) assertUserHasName();
  const unfinished = `${dataDir}.new-${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  await removeUnfinished(dataDir);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(unfinished, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const flags = [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    ...getLocaleFlags(process.platform),
  ];
  try {
    const env = { ...processEnv, LC_ALL: "C" };
    await execFileAsync(initdb, flags, { ...user, cwd: "/", env, ...(signal && { signal }) });
    await rename(unfinished, dataDir);
  } catch (err) {
    const reason = getFailureReason(err);
    throw new Error(`PostgreSQL could not create its files.\n${reason}`, { cause: err });
  } finally {
    await rm(passwordFile, { force: true });
  }
};
