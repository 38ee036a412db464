import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PRINT_TEST_FILES = `
  const { testMatch } = require("./tests/mutation/jest.config.cjs");
  console.log(testMatch.join("\\n"));`;

test("the fast tests that mutants of pure code run on exist", () => {
  const listed = execFileSync(process.execPath, ["-e", PRINT_TEST_FILES], { encoding: "utf8" });
  const files = listed.trim().replaceAll("<rootDir>/", "").split("\n").slice(1);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
