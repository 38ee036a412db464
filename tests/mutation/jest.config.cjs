const product = require("../../jest.config.cjs");

/** Tests that are over in a moment: no database, no browser, no other process. */
const QUICK = [
  "domain/**/*",
  "infra/{env,mp3}",
  "local/paypal",
  "web/{follow-debate,format,merge-event,player-*,request,speech,transcript}",
  "worker/{adapters,coalesce,prompts,read-arguments,retry-policy,speech-text,structured-replies}",
];

/** @type {import("jest").Config} */
module.exports = {
  rootDir: "../..",
  testMatch: QUICK.map((name) => `<rootDir>/tests/${name}.test.ts`),
  testEnvironment: require.resolve("./until-killed.cjs"),
  setupFiles: product.setupFiles,
  setupFilesAfterEnv: [require.resolve("./note-reach.cjs")],
  testSequencer: require.resolve("./what-reaches.cjs"),
  transform: product.transform,
  transformIgnorePatterns: product.transformIgnorePatterns,
  // Within the copy of the project that is mutated, and gone with it.
  cacheDirectory: "<rootDir>/dist/jest",
};
