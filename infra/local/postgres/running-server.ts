import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { ServerAddress } from "./cluster.ts";

const run = promisify(execFile);

export interface RunningServer extends ServerAddress {
  pid: number;
}

/** How a process was started; empty when there is none with this id. */
const commandOf = async (pid: number): Promise<string> => {
  try {
    if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
    return (await run("ps", ["-ww", "-o", "args=", "-p", String(pid)])).stdout;
  } catch {
    return ""; // each of them fails for a process that is gone
  }
};

/**
 * The server that runs on this data folder now, if one does. Its file may outlive it, and its
 * process id may be another program's by now: that one is left alone.
 */
export const runningServer = async (dataDir: string): Promise<RunningServer | null> => {
  const file = await readFile(path.join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const lines = file.split("\n");
  const [pid, , , port] = lines.map(Number);
  if (!pid || !port) return null;
  if (!(await commandOf(pid)).includes(dataDir)) return null;
  return { pid, port, socketFolder: lines[4] || null };
};

/** Enough for a checkpoint on a slow disk; then it is made to stop, and recovers at its start. */
export const PATIENCE_MS = 20_000;

/** Stops a server left running by a launcher that was killed. Its data is safe either way. */
export const stopRunningServer = async (dataDir: string): Promise<void> => {
  const server = await runningServer(dataDir);
  if (server === null) return;
  process.kill(server.pid, "SIGINT");
  const hurryAt = Date.now() + PATIENCE_MS;
  let hurried = false;
  while ((await runningServer(dataDir))?.pid === server.pid) {
    if (!hurried && Date.now() > hurryAt) hurried = process.kill(server.pid, "SIGQUIT");
    if (Date.now() > hurryAt + PATIENCE_MS)
      throw new Error(`An earlier PostgreSQL, process ${server.pid}, does not stop.`);
    await pause(50);
  }
};
