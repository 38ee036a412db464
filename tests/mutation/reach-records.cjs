const fs = require("node:fs");
const path = require("node:path");

/** What each test file reaches, kept within the mutated copy of the project. */
const FOLDER = path.resolve("dist/reach");
const recordOf = (testPath) =>
  path.join(FOLDER, `${path.relative(process.cwd(), testPath).replaceAll(path.sep, "+")}.json`);

/** The mutant that is switched on in this process: none while the tests' reach is found out. */
exports.activeMutant = () => process.env["__STRYKER_ACTIVE_MUTANT__"];

/** `mutants`: those that the file reaches; `ms`: how long it takes. */
exports.keepReach = (testPath, { mutants, ms }) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(recordOf(testPath), JSON.stringify({ mutants, ms }));
};

exports.reachOf = (testPath) => JSON.parse(fs.readFileSync(recordOf(testPath), "utf8"));
