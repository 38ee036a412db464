import os from "node:os";
import path from "node:path";

/** What is mutated: code that a quick test can judge, without database, browser or other process. */
const PURE = [
  "shared/domain/**/*.ts",
  // Colours and drawings: for the eye.
  "!shared/domain/brand.ts",
  "web/features/debate/live/{merge-event,catch-up,follow-debate}.ts",
  "web/features/debate/share/transcript.ts",
  "web/features/debate/turns/{quote-ranges,speech-parts}.ts",
  "web/features/player/core/**/*.ts",
  "web/lib/{api-error,format,request}.ts",
  "worker/prompts/**/*.ts",
  "worker/llm/**/*.ts",
  "worker/jobs/{coalesce,heartbeat,retry-policy,speech-text}.ts",
  "worker/speech/join-recording.ts",
  "worker/read-arguments.ts",
  "infra/audio/**/*.ts",
  "infra/payments/{order,paypal-error,webhook-event}.ts",
  "infra/realtime/rooms.ts",
  "infra/{access,env,variables}.ts",
  "api/http/{origin,parse,throttles}.ts",
  "api/realtime/peer-counts.ts",
];

export default {
  mutate: PURE,
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: { configFile: "tests/mutation/jest.config.cjs", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // On a machine that does much else; what still times out is tried again alone.
  timeoutMS: 20_000,
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
