import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";

/** The data folder, made if it is missing. Absolute. */
export const openDataDir = async (folder: string): Promise<string> => {
  const dataDir = path.resolve(folder);
  await mkdir(dataDir, { recursive: true });
  return dataDir;
};

const SystemError = z.object({ code: z.string() });
const codeOf = (err: unknown): string | undefined => SystemError.safeParse(err).data?.code;

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
    await writeFile(draft, make(), { mode: 0o600 });
    await rename(draft, file);
  }
  return (await readFile(file, "utf8")).trim();
};

/** A random secret that is made once and then stays, readable by its owner only. */
export const keptSecret = (dataDir: string, name: string): Promise<string> =>
  keptText(dataDir, name, () => randomBytes(24).toString("hex"));

/** The system allows a local socket's name about 100 characters. */
const LONGEST_ADDRESS = 100;

const lockAddress = (dataDir: string): string => {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\chatbot-debate-${name}`;
  const inside = path.join(dataDir, "launcher.sock");
  return inside.length <= LONGEST_ADDRESS
    ? inside
    : path.join(tmpdir(), `chatbot-debate-${name}.sock`);
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
  const refuse = (): never => {
    throw new Error(`${dataDir} is in use by another start of this program. Set DATA_DIR.`);
  };
  try {
    return await listenOn(address);
  } catch (err) {
    if (codeOf(err) !== "EADDRINUSE") throw err;
  }
  if (!(await isAbandoned(address))) refuse();
  await rm(address, { force: true });
  await listenOn(address).catch(refuse);
};
