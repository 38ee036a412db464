import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** The data folder, made if it is missing. Absolute. */
export const openDataDir = async (folder: string): Promise<string> => {
  const dataDir = path.resolve(folder);
  await mkdir(dataDir, { recursive: true });
  return dataDir;
};

/** A random secret that is made once and then stays, readable by its owner only. */
export const keptSecret = async (dataDir: string, name: string): Promise<string> => {
  const file = path.join(dataDir, name);
  try {
    await writeFile(file, randomBytes(24).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== "EEXIST") throw err;
  }
  await chmod(file, 0o600);
  return (await readFile(file, "utf8")).trim();
};

/** A local socket's name for a folder: short, because the system allows about 100 characters. */
const lockAddress = (dataDir: string): string => {
  const name = `chatbot-debate-${createHash("sha256").update(dataDir).digest("hex").slice(0, 16)}`;
  return process.platform === "win32"
    ? `\\\\.\\pipe\\${name}`
    : path.join(tmpdir(), `${name}.sock`);
};

const somebodyAnswers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createConnection(address, () => resolve(true)).once("error", () =>
      resolve(false),
    );
    probe.once("connect", () => probe.end());
  });

/**
 * Keeps the folder to this process for as long as it lives, however it ends.
 * Rejects when another one holds it.
 */
export const holdDataDir = async (dataDir: string): Promise<void> => {
  const address = lockAddress(dataDir);
  if (await somebodyAnswers(address))
    throw new Error(`${dataDir} is in use by another start of this program. Set DATA_DIR.`);
  if (process.platform !== "win32") await unlink(address).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    const lock = createServer((socket) => socket.end()).once("error", reject);
    lock.listen(address, resolve).unref();
  });
};
