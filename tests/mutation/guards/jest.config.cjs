/** Runs the tests of a mutant one after the other, with services that already run. */
module.exports = {
  ...require("../../../jest.config.cjs"),
  rootDir: "../../..",
  globalSetup: undefined,
  globalTeardown: undefined,
  testSequencer: undefined,
  setupFilesAfterEnv: ["<rootDir>/tests/mutation/guards/record-statements.cjs"],
  reporters: ["<rootDir>/tests/mutation/guards/first-failure.cjs"],
};
