import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const SOURCES = ["web", "shared", "vite.config.ts", "package-lock.json"];
const BUILT = path.join("dist", "web", "client", "index.html");

const newestIn = (place: string): number => {
  const here = statSync(place);
  if (!here.isDirectory()) return here.mtimeMs;
  return Math.max(...readdirSync(place).map((name) => newestIn(path.join(place, name))), 0);
};

const isFresh = (): boolean =>
  existsSync(BUILT) && statSync(BUILT).mtimeMs > Math.max(...SOURCES.map(newestIn));

/** Builds the web client, unless nothing has changed since the last time. */
export const buildWeb = async (): Promise<void> => {
  if (isFresh()) return;
  const startedAt = new Date();
  await promisify(execFile)("npm", ["run", "--silent", "build:web"]);
  utimesSync(BUILT, startedAt, startedAt);
};
