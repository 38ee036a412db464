/** @type {import("jest").Config} */
module.exports = {
  testMatch: ["<rootDir>/tests/**/*.test.{ts,tsx}"],
  // What takes minutes has a command of its own: `npm run test:slow`.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/tests/bench/", "\\.slow\\.test\\."],
  globalSetup: "<rootDir>/tests/setup/global-setup.ts",
  globalTeardown: "<rootDir>/tests/setup/stop-services.ts",
  // Half of the tests wait for most of their time: more of them than cores at once is quicker.
  maxWorkers: 4,
  // A busy machine takes its time to end a process; what a test leaves open is told all the same.
  workerGracefulExitTimeout: 5000,
  runtime: "<rootDir>/tests/setup/caching-runtime.cjs",
  testSequencer: "<rootDir>/tests/setup/balanced-sequencer.cjs",
  // On a machine that does much else; what has to be quick, a test measures by itself.
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
