/** The tests of a mutant, one file after the other, upon services that run already. */
module.exports = {
  ...require("../../../jest.config.cjs"),
  rootDir: "../../..",
  globalSetup: undefined,
  globalTeardown: undefined,
  testSequencer: undefined,
  setupFilesAfterEnv: ["<rootDir>/tests/mutation/guards/record-statements.cjs"],
  reporters: ["<rootDir>/tests/mutation/guards/first-failure.cjs"],
};
