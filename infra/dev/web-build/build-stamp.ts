import { statSync } from "node:fs";
import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * File that is written after a complete build. The existence of index.html proves nothing, because
 * an aborted build may have written it.
 */
const STAMP_FILE = path.join("dist", "web", "built");

export const buildWithStamp = async (build: () => Promise<unknown>): Promise<void> => {
  await rm(STAMP_FILE, { force: true });
  const startedAt = new Date();
  await build();
  await writeFile(STAMP_FILE, "");
  // The stamp gets the start time of the build, because a file that is saved during the build must
  // count as newer.
  await utimes(STAMP_FILE, startedAt, startedAt);
};

/**
 * Returns when the last complete build started, in milliseconds since 1970. Returns 0 if there is
 * none.
 */
export const getBuildTimeMs = (): number =>
  statSync(STAMP_FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
