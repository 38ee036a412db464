import os from "node:os";
import path from "node:path";

export default {
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: { configFile: "tests/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // On a machine that does much else; what still times out is tried again alone.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 60,
  // Jest keeps something of every run: a process that has done hundreds holds gigabytes.
  maxTestRunnerReuse: 100,
  incremental: true,
  // Elsewhere: a jest that runs meanwhile would take the copy for a second project.
  tempDirName: path.join(os.tmpdir(), "debate-mutation"),
  cleanTempDir: "always",
  ignorePatterns: ["dist", "coverage", ".data", ".github"],
  disableTypeChecks: false,
  reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
  logLevel: "warn",
  warnings: { slow: false },
  allowEmpty: false,
};
