import { statSync } from "node:fs";
import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/** Written after a complete build: an aborted build leaves an index.html, too. */
const STAMP = path.join("dist", "web", "built");

export const stamped = async (build: () => Promise<unknown>): Promise<void> => {
  await rm(STAMP, { force: true });
  const startedAt = new Date();
  await build();
  await writeFile(STAMP, "");
  // Uses the start time: a file that is saved during the build is newer than its output.
  await utimes(STAMP, startedAt, startedAt);
};

/** Start time of the last complete build in milliseconds since 1970; 0 if there is none. */
export const builtAt = (): number => statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
