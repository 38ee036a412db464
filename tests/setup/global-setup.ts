import { execFileSync } from "node:child_process";
import { rm, symlink } from "node:fs/promises";
import path from "node:path";
import startServices from "./start-services.ts";

const PROCESSES_FOLDER = "dist/tests";

/** Builds the processes that tests start. The product's own build is separate. */
const buildProcesses = async (): Promise<void> => {
  execFileSync(process.execPath, ["infra/bundle.js", "tests/setup/rolldown.config.ts"], {
    stdio: "inherit",
  });
  const pages = path.join(PROCESSES_FOLDER, "web");
  await rm(pages, { force: true });
  await symlink("../web", pages);
  process.env["TEST_PROCESSES"] = PROCESSES_FOLDER;
};

/** Runs once before all tests. */
export default async (): Promise<void> => {
  process.env["TEST_POOL_MIN"] = "1";
  await buildProcesses();
  await startServices();
};
