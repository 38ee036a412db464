import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { builtAt } from "./web-stamp.ts";
import { whyItFailed } from "./why-it-failed.ts";

const SOURCES = ["web", "shared", "vite.config.ts", "package-lock.json"];
const VITE = path.join("node_modules", "vite", "bin", "vite.js");

const newestIn = (place: string): number => {
  const here = statSync(place);
  if (!here.isDirectory()) return here.mtimeMs;
  return Math.max(...readdirSync(place).map((name) => newestIn(path.join(place, name))), 0);
};

const isFresh = (): boolean => builtAt() > Math.max(...SOURCES.map(newestIn));

export const buildWeb = async (signal: AbortSignal): Promise<void> => {
  if (isFresh()) return;
  try {
    const flags = [VITE, "build", "--logLevel", "warn"];
    await promisify(execFile)(process.execPath, flags, { signal });
  } catch (err) {
    throw new Error(`The web could not be built.\n${whyItFailed(err)}`, { cause: err });
  }
};
