import { rm } from "node:fs/promises";
import { takeRegisteredTeardowns } from "./teardown-registry.ts";

/** Runs once after all tests. */
export default async (): Promise<void> => {
  for (const { stop, folder } of takeRegisteredTeardowns()) {
    await stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  }
};
