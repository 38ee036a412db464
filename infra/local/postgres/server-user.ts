import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";

/** Whom PostgreSQL runs as: it refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const idOf = (flag: "-u" | "-g", name: string): number =>
  Number(
    execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );

const lookUp = (name: string): ServerUser | null => {
  try {
    return { uid: idOf("-u", name), gid: idOf("-g", name) };
  } catch {
    return null; // `id` answers with an error for a user that does not exist
  }
};

/** Undefined is ourselves; as root it is the system's `postgres`, else `nobody`. */
export const serverUser = (): ServerUser | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp("postgres") ?? lookUp("nobody");
  if (user === null) throw new Error("PostgreSQL cannot run as root, and there is no user nobody.");
  return user;
};

/** Whether that user may enter a folder and every folder above it. */
export const canReach = (user: ServerUser, folder: string): boolean => {
  const { uid, gid, mode } = statSync(folder);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = path.dirname(folder);
  return (mode & enter) !== 0 && (parent === folder || canReach(user, parent));
};
