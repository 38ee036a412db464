import os from "node:os";
import path from "node:path";

export default {
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: { configFile: "tests/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // In milliseconds, long enough for a busy machine. `run-stryker.ts` retries mutants that time
  // out.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 60,
  // Jest leaks memory in each run. Without a limit, a process has gigabytes after hundreds of runs.
  maxTestRunnerReuse: 100,
  incremental: true,
  // The mutated copy is outside of the checkout, because another Jest run would find its tests.
  tempDirName: path.join(os.tmpdir(), "debate-mutation"),
  cleanTempDir: "always",
  ignorePatterns: ["dist", "coverage", ".data", ".github"],
  disableTypeChecks: false,
  reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
  logLevel: "warn",
  warnings: { slow: false },
  allowEmpty: false,
};
