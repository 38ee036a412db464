/** Tests that take minutes: starting, stopping, killing and loading the whole product, and all pages. */
module.exports = {
  ...require("../jest.config.cjs"),
  rootDir: "..",
  testMatch: ["<rootDir>/tests/**/*.slow.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
