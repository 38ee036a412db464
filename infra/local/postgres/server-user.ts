import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
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

/**
 * Undefined is ourselves. As root it is whoever owns the data already, else the system's `postgres`
 * or `nobody`. Throws when the data is somebody else's and we are not root.
 */
export const serverUser = (dataDir: string): ServerUser | undefined => {
  const owner = existsSync(dataDir) ? statSync(dataDir) : null;
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner === null || self === undefined || owner.uid === self) return undefined;
    throw new Error(`${dataDir} belongs to another user. Start as that user, or set DATA_DIR.`);
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = lookUp("postgres") ?? lookUp("nobody");
  if (user === null) throw new Error("PostgreSQL cannot run as root, and there is no user nobody.");
  return user;
};

/** Whether that user may enter a folder, or run a file, and enter every folder above it. */
export const canReach = (user: ServerUser, place: string): boolean => {
  const { uid, gid, mode } = statSync(place);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = path.dirname(place);
  return (mode & enter) !== 0 && (parent === place || canReach(user, parent));
};
