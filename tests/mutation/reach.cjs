const fs = require("node:fs");
const path = require("node:path");

/** Which mutants each test file reaches, kept beside the mutated copy of the project. */
const FOLDER = path.resolve("dist/reach");
const recordOf = (testPath) =>
  path.join(FOLDER, `${path.relative(process.cwd(), testPath).replaceAll(path.sep, "+")}.json`);

/** The mutant that is switched on in this process: none while the tests' reach is found out. */
exports.activeMutant = () => process.env["__STRYKER_ACTIVE_MUTANT__"];

exports.keepReach = (testPath, mutants) => {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(recordOf(testPath), JSON.stringify(mutants));
};

exports.reachOf = (testPath) => new Set(JSON.parse(fs.readFileSync(recordOf(testPath), "utf8")));
