import { createHash, randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, mkdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { isSocketName } from "./socket-name.ts";

const SystemError = z.object({ code: z.string() });
const codeOf = (err: unknown): string | undefined => SystemError.safeParse(err).data?.code;

const UNUSABLE: Partial<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "what is mounted there is read-only",
  ENOSPC: "its disk is full",
  EEXIST: "a file is in its place",
  ENOTDIR: "a file is in its place",
};

const refuse = (dataDir: string, err: unknown): never => {
  const why = UNUSABLE[codeOf(err) ?? ""];
  if (why === undefined) throw err;
  const advice = "Set DATA_DIR to another folder.";
  throw new Error(`No data can be kept in ${dataDir}: ${why}. ${advice}`, { cause: err });
};

/** The place itself, or the folder that it would be made in. */
const nearest = (place: string): string =>
  existsSync(place) ? place : nearest(path.dirname(place));

/** The data folder, made if it is missing. Absolute. Rejects with a sentence where it cannot be used. */
export const openDataDir = async (folder: string): Promise<string> => {
  const dataDir = path.resolve(folder);
  try {
    // Asked before: of a read-only mount `mkdir` says that the folder is not there.
    await access(nearest(dataDir), constants.W_OK);
    await mkdir(dataDir, { recursive: true });
    return dataDir;
  } catch (err) {
    return refuse(dataDir, err);
  }
};

const MEGABYTE = 2 ** 20;
/** PostgreSQL writes ahead 16 MB at a time, and ends where it cannot. */
const ROOM_TO_GO_ON = 16 * MEGABYTE;
/** And what a database takes before there is anything in it. */
const ROOM_TO_BEGIN = 64 * MEGABYTE;

/** Rejects with a sentence where the files of a database, at this place, would soon fill the disk. */
export const requireRoom = async (place: string): Promise<void> => {
  const { blocks, bavail, bsize } = await statfs(nearest(place));
  const free = bavail * bsize;
  const needed = existsSync(place) ? ROOM_TO_GO_ON : ROOM_TO_BEGIN;
  // Of some file systems nobody knows how large they are.
  if (blocks === 0 || free >= needed) return;
  const [has, wants] = [free, needed].map((bytes) => `${Math.floor(bytes / MEGABYTE)} MB`);
  throw new Error(
    `The disk of ${place} has ${has} left; the database needs ${wants}. Make room, or set DATA_DIR.`,
  );
};

/** A text that is made once and then stays. Only who holds the folder may make it. */
export const keptText = async (
  dataDir: string,
  name: string,
  make: () => string,
): Promise<string> => {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) {
    // Written aside and renamed: it appears with its whole content, or not at all.
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, make(), { mode: 0o600 }).catch((err: unknown) => refuse(dataDir, err));
    await rename(draft, file);
  }
  return (await readFile(file, "utf8")).trim();
};

/** A random secret that is made once and then stays, readable by its owner only. */
export const keptSecret = (dataDir: string, name: string): Promise<string> =>
  keptText(dataDir, name, () => randomBytes(24).toString("hex"));

/** Where whoever holds a folder listens. */
export const lockAddress = (dataDir: string): string => {
  const inside = path.join(dataDir, "launcher.sock");
  if (isSocketName(inside)) return inside;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return path.join(tmpdir(), `chatbot-debate-${name}.sock`);
};

/** A socket that nobody listens on any more was left by a process that was killed. */
const isAbandoned = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(address);
    probe.once("connect", () => resolve(false)).once("connect", () => probe.end());
    probe.once("error", (err) => resolve(["ECONNREFUSED", "ENOENT"].includes(codeOf(err) ?? "")));
  });

const listenOn = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const lock = createServer((visitor) => visitor.end()).once("error", reject);
    lock.listen(address, resolve).unref();
  });

/**
 * Keeps the folder to this process for as long as it lives, however it ends.
 * Rejects when another one holds it.
 */
export const holdDataDir = async (dataDir: string): Promise<void> => {
  const address = lockAddress(dataDir);
  const refuseSecond = (): never => {
    throw new Error(`${dataDir} is in use by another start of this program. Set DATA_DIR.`);
  };
  try {
    return await listenOn(address);
  } catch (err) {
    if (codeOf(err) !== "EADDRINUSE") throw err;
  }
  if (!(await isAbandoned(address))) refuseSecond();
  await rm(address, { force: true });
  await listenOn(address).catch(refuseSecond);
};
