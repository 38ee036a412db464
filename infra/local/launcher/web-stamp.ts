import { statSync } from "node:fs";
import { rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";

/** There when all of the web has been built: a build that was broken off leaves a page as well. */
const STAMP = path.join("dist", "web", "built");

/** Builds the web, and notes that it is whole. */
export const stamped = async (build: () => Promise<unknown>): Promise<void> => {
  await rm(STAMP, { force: true });
  const startedAt = new Date();
  await build();
  await writeFile(STAMP, "");
  // A file that is saved while the build runs is newer than what was built.
  await utimes(STAMP, startedAt, startedAt);
};

/** Of which time the web is that has been built, in milliseconds; 0 where none is whole. */
export const builtAt = (): number => statSync(STAMP, { throwIfNoEntry: false })?.mtimeMs ?? 0;
