/** What is killed, cut off, crowded and started over and over: whole products, for minutes. */
module.exports = {
  ...require("../../jest.config.cjs"),
  rootDir: "../..",
  testMatch: ["<rootDir>/tests/faults/**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
