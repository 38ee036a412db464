import { spawnSync } from "node:child_process";
import { reportMissingService } from "./report-missing-service.ts";

/** Server programs that some tests need, each with the argument that prints its version. */
const PROGRAMS = { pgbouncer: "-V", nginx: "-V", caddy: "version", openssl: "version" };
export type ServerProgram = keyof typeof PROGRAMS;

const TEST_PROGRAMS = "TEST_PROGRAMS";

/** Detects which of the programs are on the PATH. Runs once before all tests. */
export const detectServerPrograms = (): void => {
  const found = Object.entries(PROGRAMS)
    .filter(([program, flag]) => spawnSync(program, [flag]).status === 0)
    .map(([program]) => program);
  process.env[TEST_PROGRAMS] = found.join();
  for (const program of Object.keys(PROGRAMS))
    if (!found.includes(program))
      reportMissingService(`No ${program} was found`, "REQUIRE_SERVER_PROGRAMS");
};

/** Returns `describe`, or `describe.skip` if one of the programs is missing on this machine. */
export const describeWith = (...needed: ServerProgram[]): jest.Describe => {
  const found = process.env[TEST_PROGRAMS]?.split(",") ?? [];
  return needed.every((program) => found.includes(program)) ? describe : describe.skip;
};
