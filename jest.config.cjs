/** @type {import("jest").Config} */
module.exports = {
  testMatch: ["<rootDir>/tests/**/*.test.{ts,tsx}"],
  // Tests that take minutes run with `npm run test:slow`.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/tests/bench/", "\\.slow\\.test\\."],
  globalSetup: "<rootDir>/tests/setup/global-setup.ts",
  globalTeardown: "<rootDir>/tests/setup/stop-services.ts",
  // More workers than cores are faster, because half of the tests mostly wait.
  maxWorkers: 4,
  // Milliseconds that a worker gets to exit: long enough for a busy machine. Jest still reports
  // handles that a test leaves open.
  workerGracefulExitTimeout: 5000,
  runtime: "<rootDir>/tests/setup/caching-runtime.cjs",
  testSequencer: "<rootDir>/tests/setup/balanced-sequencer.cjs",
  // Milliseconds: long enough for a busy machine. Tests measure durations themselves.
  testTimeout: 120_000,
  transform: {
    "\\.tsx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true, decorators: true },
          transform: { legacyDecorator: true, react: { runtime: "automatic" } },
        },
        module: { type: "commonjs" },
        sourceMaps: "inline",
      },
    ],
  },
};
