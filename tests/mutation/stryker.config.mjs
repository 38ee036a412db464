import os from "node:os";
import path from "node:path";

export default {
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: { configFile: "tests/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // Long enough for a busy machine. `run-stryker.ts` tries timeouts again.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 60,
  // Jest leaks memory in each run: after hundreds a process holds gigabytes.
  maxTestRunnerReuse: 100,
  incremental: true,
  // Outside of the checkout, where another Jest run would find the copy's tests.
  tempDirName: path.join(os.tmpdir(), "debate-mutation"),
  cleanTempDir: "always",
  ignorePatterns: ["dist", "coverage", ".data", ".github"],
  disableTypeChecks: false,
  reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
  logLevel: "warn",
  warnings: { slow: false },
  allowEmpty: false,
};
