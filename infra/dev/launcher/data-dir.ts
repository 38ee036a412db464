import { createHash, randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, mkdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";

/** Operating systems limit the path of a Unix socket to about 100 bytes. */
const MAX_SOCKET_PATH_BYTES = 100;

export const isValidSocketPath = (name: string): boolean =>
  Buffer.byteLength(name) <= MAX_SOCKET_PATH_BYTES;

const SystemError = z.object({ code: z.string() });
const getErrorCode = (err: unknown): string | undefined => SystemError.safeParse(err).data?.code;

const UNUSABLE_REASONS: Partial<Record<string, string>> = {
  EACCES: "this user has no write permission",
  EPERM: "this user has no write permission",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EEXIST: "it is a file, not a folder",
  ENOTDIR: "it is a file, not a folder",
};

const throwUnusableError = (dataDir: string, err: unknown): never => {
  const reason = UNUSABLE_REASONS[getErrorCode(err) ?? ""];
  if (reason === undefined) throw err;
  const advice = "Set DATA_DIR to another folder.";
  throw new Error(`Cannot store data in ${dataDir}: ${reason}. ${advice}`, { cause: err });
};

const findNearestExisting = (folder: string): string =>
  existsSync(folder) ? folder : findNearestExisting(path.dirname(folder));

/**
 * Creates the data folder if it is missing, and returns its absolute path. Rejects with a message
 * for the user if the folder cannot be used.
 */
export const openDataDir = async (folder: string): Promise<string> => {
  const dataDir = path.resolve(folder);
  try {
    // Checks the access first, because `mkdir` reports a misleading error on a read-only mount.
    await access(findNearestExisting(dataDir), constants.W_OK);
    await mkdir(dataDir, { recursive: true });
    return dataDir;
  } catch (err) {
    return throwUnusableError(dataDir, err);
  }
};

const MEGABYTE_BYTES = 2 ** 20;
/**
 * Minimum free space. PostgreSQL allocates WAL segments of 16 MB and stops if it has no space for
 * one.
 */
const MIN_FREE_BYTES_TO_RUN = 16 * MEGABYTE_BYTES;
const MIN_FREE_BYTES_TO_CREATE = 64 * MEGABYTE_BYTES;

/** Rejects if the disk has too little space for the database in this folder. */
export const assertFreeSpace = async (folder: string): Promise<void> => {
  const { blocks, bavail, bsize } = await statfs(findNearestExisting(folder));
  const freeBytes = bavail * bsize;
  const neededBytes = existsSync(folder) ? MIN_FREE_BYTES_TO_RUN : MIN_FREE_BYTES_TO_CREATE;
  // Some file systems report a size of 0.
  if (blocks === 0 || freeBytes >= neededBytes) return;
  const [has, wants] = [freeBytes, neededBytes].map(
    (bytes) => `${Math.floor(bytes / MEGABYTE_BYTES)} MB`,
  );
  throw new Error(
    `The disk of ${folder} has ${has} left, but the database needs ${wants}. Free some space or set DATA_DIR.`,
  );
};

/**
 * Returns the content of a file that is created at the first call. Only the process that has locked
 * the data folder may call this.
 */
export const readOrCreateText = async (
  dataDir: string,
  name: string,
  create: () => string,
): Promise<string> => {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    // Writes a temporary file and renames it, so that an incomplete file never has this name.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, create(), { mode: 0o600 }).catch((err: unknown) =>
      throwUnusableError(dataDir, err),
    );
    await rename(draft, file);
  }
  return (await readFile(file, "utf8")).trim();
};

export const readOrCreateSecret = (dataDir: string, name: string): Promise<string> =>
  readOrCreateText(dataDir, name, () => randomBytes(24).toString("hex"));

/** Path of the Unix socket that marks the folder as in use. */
export const getLockAddress = (dataDir: string): string => {
  const socket = path.join(dataDir, "launcher.sock");
  if (isValidSocketPath(socket)) return socket;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(tmpdir(), `chatbot-debate-${name}.sock`);
};

/** Whether a socket file is left over from a killed process: nothing listens on it. */
const isStaleSocket = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(address);
    probe.once("connect", () => resolve(false)).once("connect", () => probe.end());
    probe.once("error", (err) =>
      resolve(["ECONNREFUSED", "ENOENT"].includes(getErrorCode(err) ?? "")),
    );
  });

const listenOn = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const lock = createServer((visitor) => visitor.end()).once("error", reject);
    lock.listen(address, resolve).unref();
  });

/** Locks the folder for this process until it exits. Rejects if another process has locked it. */
export const lockDataDir = async (dataDir: string): Promise<void> => {
  const address = getLockAddress(dataDir);
  const throwInUseError = (): never => {
    throw new Error(`${dataDir} is in use by another instance of this program. Set DATA_DIR.`);
  };
  try {
    return await listenOn(address);
  } catch (err) {
    if (getErrorCode(err) !== "EADDRINUSE") throw err;
  }
  if (!(await isStaleSocket(address))) throwInUseError();
  await rm(address, { force: true });
  await listenOn(address).catch(throwInUseError);
};
