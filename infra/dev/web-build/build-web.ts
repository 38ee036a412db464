import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { getBuildTimeMs } from "./build-stamp.ts";
import { getFailureReason } from "../launcher/failure-reason.ts";

const WEB_SOURCES = ["web", "shared", "vite.config.ts", "package-lock.json"];
const VITE_SCRIPT = path.join("node_modules", "vite", "bin", "vite.js");

const getNewestMtimeMs = (file: string): number => {
  const stats = statSync(file);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(...readdirSync(file).map((name) => getNewestMtimeMs(path.join(file, name))), 0);
};

const isBuildUpToDate = (): boolean =>
  getBuildTimeMs() > Math.max(...WEB_SOURCES.map(getNewestMtimeMs));

export const buildWeb = async (signal: AbortSignal): Promise<void> => {
  if (isBuildUpToDate()) return;
  try {
    const flags = [VITE_SCRIPT, "build", "--logLevel", "warn"];
    await promisify(execFile)(process.execPath, flags, { signal });
  } catch (err) {
    throw new Error(`The web app could not be built.\n${getFailureReason(err)}`, { cause: err });
  }
};
