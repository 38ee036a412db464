const product = require("../../jest.config.cjs");

/**
 * Fast tests by folder. They need no database, no browser and no other process, and do not wait.
 */
const FAST_TESTS = {
  api: ["parse", "peer-counts", "same-origin", "throttle-windows"],
  infra: [
    "delta-groups",
    "env",
    "mp3",
    "mp3-frame-splitter",
    "paypal",
    "paypal-webhook-payloads",
    "rooms",
    "samples",
    "speech-order",
    "webhook-event",
  ],
  web: [
    "audio-source",
    "detect-missed-updates",
    "format",
    "live-player",
    "media-session",
    "merge-turn-event",
    "parse-speech",
    "player-play-all",
    "player-single-turn",
    "player-status",
    "request",
    "start-player",
    "subscribe-to-debate",
    "turn-merge-queue",
  ],
  worker: [
    "batch-chunks",
    "fetch-with-timeouts",
    "heartbeat",
    "join-recording",
    "json-objects",
    "moderator",
    "parse-arguments",
    "prompts",
    "provider-error",
    "readable-failure",
    "retry-policy",
    "server-adaptations",
    "speech-text",
    "strip-reasoning",
    "structured-replies",
    "usage-meter",
    "vendor-events",
    "vendor-replies",
  ],
};

const testFiles = Object.entries(FAST_TESTS).flatMap(([folder, names]) =>
  names.map((name) => `<rootDir>/tests/${folder}/${name}.test.ts`),
);

/** @type {import("jest").Config} */
module.exports = {
  rootDir: "../..",
  testMatch: ["<rootDir>/tests/domain/!(*.slow).test.ts", ...testFiles],
  testRunner: require.resolve("./jest-circus-until-killed.cjs"),
  runtime: product.runtime,
  setupFilesAfterEnv: [require.resolve("./record-reach.cjs")],
  testSequencer: require.resolve("./reach-sequencer.cjs"),
  transform: product.transform,
  transformIgnorePatterns: product.transformIgnorePatterns,
  // In milliseconds, long enough for a busy machine. Needed because a mutant can make a test wait
  // forever.
  testTimeout: 15_000,
  // The cache is inside the mutated copy of the project, so that it is deleted together with it.
  cacheDirectory: "<rootDir>/dist/jest",
};
