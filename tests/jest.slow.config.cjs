/**
 * Runs the tests that take minutes: they start, stop, kill and load the whole product, or open all
 * pages.
 */
module.exports = {
  ...require("../jest.config.cjs"),
  rootDir: "..",
  testMatch: ["<rootDir>/tests/**/*.slow.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
