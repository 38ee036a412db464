const fs = require("node:fs");
const path = require("node:path");

/**
 * Folder with the mutants that each test file executes. It is inside the mutated copy of the
 * project.
 */
const FOLDER = path.resolve("dist/reach");
const getRecordPath = (testPath) =>
  path.join(FOLDER, `${path.relative(process.cwd(), testPath).replaceAll(path.sep, "+")}.json`);

/**
 * Returns the id of the active mutant in this process. Undefined in the first run, which has no
 * active mutant and records which mutants each test file executes.
 */
exports.activeMutant = () => process.env["__STRYKER_ACTIVE_MUTANT__"];

/** Saves which mutants a test file executes, and how long it takes. */
exports.saveReach = (testPath, { mutants, ms }) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(getRecordPath(testPath), JSON.stringify({ mutants, ms }));
};

exports.loadReach = (testPath) => JSON.parse(fs.readFileSync(getRecordPath(testPath), "utf8"));
