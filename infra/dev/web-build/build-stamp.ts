import { statSync } from "node:fs";
import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/** Written after a complete build: an aborted build leaves an index.html, too. */
const STAMP_FILE = path.join("dist", "web", "built");

export const buildWithStamp = async (build: () => Promise<unknown>): Promise<void> => {
  await rm(STAMP_FILE, { force: true });
  const startedAt = new Date();
  await build();
  await writeFile(STAMP_FILE, "");
  // Uses the start time: a file that is saved during the build is newer than its output.
  await utimes(STAMP_FILE, startedAt, startedAt);
};

/** Start time of the last complete build in milliseconds since 1970; 0 if there is none. */
export const getBuildTimeMs = (): number =>
  statSync(STAMP_FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
