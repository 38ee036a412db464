import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServerAddress } from "./cluster.ts";

const execFileAsync = promisify(execFile);

export interface RunningServer extends ServerAddress {
  pid: number;
}

const getCommandLine = async (pid: number): Promise<string> => {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await execFileAsync("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout;
  } catch {
    return ""; // no such process
  }
};

/**
 * Returns the server that runs on this data folder, or null. An old pid file may contain the id of
 * another program's process, so its command line is checked.
 */
export const findRunningServer = async (dataDir: string): Promise<RunningServer | null> => {
  const file = await readFile(path.join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = file.split("\n");
  const [pid, , , port] = lines.map(Number);
  if (!pid || !port) return null;
  if (!(await getCommandLine(pid)).includes(dataDir)) return null;
  return { pid, port, socketFolder: lines[4] || null };
};

/**
 * Enough time for a checkpoint on a slow disk. Afterwards the server is stopped without a
 * checkpoint, and recovers at its next start.
 */
export const SERVER_STOP_TIMEOUT_MS = 20_000;

/**
 * Stops a server that a killed launcher has left running. The data stays intact, even if the server
 * must be killed.
 */
export const stopRunningServer = async (dataDir: string): Promise<void> => {
  const server = await findRunningServer(dataDir);
  if (server === null) return;
  process.kill(server.pid, "SIGINT");
  const immediateStopAt = Date.now() + SERVER_STOP_TIMEOUT_MS;
  let isImmediate = false;
  while ((await findRunningServer(dataDir))?.pid === server.pid) {
    if (!isImmediate && Date.now() > immediateStopAt)
      isImmediate = process.kill(server.pid, "SIGQUIT");
    if (Date.now() > immediateStopAt + SERVER_STOP_TIMEOUT_MS)
      throw new Error(`An earlier PostgreSQL (process ${server.pid}) does not stop.`);
    await pause(50);
  }
};
