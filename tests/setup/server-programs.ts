import { spawnSync } from "node:child_process";
import { reportMissingService } from "./report-missing-service.ts";

/** Servers of other projects that some tests start. `-V` or `version` prints the version. */
const PROGRAMS = { pgbouncer: "-V", nginx: "-V", caddy: "version", openssl: "version" };
export type ServerProgram = keyof typeof PROGRAMS;

const TEST_PROGRAMS = "TEST_PROGRAMS";

/** Looks up once per run which of them are on the PATH, for all tests. */
export const detectServerPrograms = (): void => {
  const found = Object.entries(PROGRAMS)
    .filter(([program, flag]) => spawnSync(program, [flag]).status === 0)
    .map(([program]) => program);
  process.env[TEST_PROGRAMS] = found.join();
  for (const program of Object.keys(PROGRAMS))
    if (!found.includes(program))
      reportMissingService(`No ${program} was found`, "REQUIRE_SERVER_PROGRAMS");
};

/** `describe`, or `describe.skip` if one of the programs is missing on this machine. */
export const describeWith = (...needed: ServerProgram[]): jest.Describe => {
  const found = process.env[TEST_PROGRAMS]?.split(",") ?? [];
  return needed.every((program) => found.includes(program)) ? describe : describe.skip;
};
