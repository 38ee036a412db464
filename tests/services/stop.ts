import { rm } from "node:fs/promises";
import { takeKept } from "./kept.ts";

/** Once after all tests. */
export default async (): Promise<void> => {
  for (const { stop, folder } of takeKept()) {
    await stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  }
};
