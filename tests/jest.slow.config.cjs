/** Whole products started, stopped, killed and crowded, and every page: for minutes. */
module.exports = {
  ...require("../jest.config.cjs"),
  rootDir: "..",
  testMatch: ["<rootDir>/tests/**/*.slow.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
