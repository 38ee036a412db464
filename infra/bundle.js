import { accessSync, constants } from "node:fs";
import { build } from "rolldown";
import { loadConfig } from "rolldown/config";

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

// The folder may be read-only or belong to another user; the bundler's own error would not say so.
try {
  accessSync(".", constants.W_OK);
} catch {
  refuse(`Nothing can be built in ${process.cwd()}: this user may not write there.`);
}

// Rolldown runs through its API. The command `rolldown -c` always prints a table, which would mix
// with the output of the npm script that builds.
try {
  await build({ ...(await loadConfig(process.argv[2])), logLevel: "warn" });
} catch (err) {
  refuse(`The programs could not be built.\n${err instanceof Error ? err.message : String(err)}`);
}
