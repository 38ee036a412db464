import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";

/** The user that runs PostgreSQL if this process is root. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const lookUpId = (flag: "-u" | "-g", name: string): number =>
  Number(
    execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  );

const findUser = (name: string): ServerUser | null => {
  try {
    return { uid: lookUpId("-u", name), gid: lookUpId("-g", name) };
  } catch {
    return null; // `id` fails if the user does not exist
  }
};

/**
 * Returns the user to run PostgreSQL as, or undefined for the current user. If this process is
 * root, returns the data's owner or, without data, `postgres` or `nobody`. Throws if the data
 * belongs to another user and this process is not root.
 */
export const getServerUser = (dataDir: string): ServerUser | undefined => {
  const owner = existsSync(dataDir) ? statSync(dataDir) : null;
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner === null || self === undefined || owner.uid === self) return undefined;
    throw new Error(`${dataDir} belongs to another user. Start as that user, or set DATA_DIR.`);
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser("postgres") ?? findUser("nobody");
  if (user === null)
    throw new Error("PostgreSQL cannot run as root, and the user nobody does not exist.");
  return user;
};

/**
 * Whether the user may enter this folder or execute this file. The user must also be able to enter
 * all its parent folders.
 */
export const canAccess = (user: ServerUser, file: string): boolean => {
  const { uid, gid, mode } = statSync(file);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  const parent = path.dirname(file);
  return (mode & enter) !== 0 && (parent === file || canAccess(user, parent));
};
