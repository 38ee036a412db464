const fs = require("node:fs");
const path = require("node:path");

/** Folder in the mutated copy of the project with the mutants that each test file executes. */
const FOLDER = path.resolve("dist/reach");
const getRecordPath = (testPath) =>
  path.join(FOLDER, `${path.relative(process.cwd(), testPath).replaceAll(path.sep, "+")}.json`);

/** The id of the active mutant in this process; undefined in the dry run, which records the reached mutants. */
exports.activeMutant = () => process.env["__STRYKER_ACTIVE_MUTANT__"];

/** Saves the mutants that a test file executes and its duration. */
exports.saveReach = (testPath, { mutants, ms }) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(getRecordPath(testPath), JSON.stringify({ mutants, ms }));
};

exports.loadReach = (testPath) => JSON.parse(fs.readFileSync(getRecordPath(testPath), "utf8"));
