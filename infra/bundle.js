import { accessSync, constants } from "node:fs";
import { build } from "rolldown";
import { loadConfig } from "rolldown/config";

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

// The folder may be mounted read-only, or another user's: the bundler would tell of its own insides.
try {
  accessSync(".", constants.W_OK);
} catch {
  refuse(`Nothing can be built in ${process.cwd()}: this user may not write there.`);
}

// `rolldown -c` always prints its table, which has no place between a command and its answer.
try {
  await build({ ...(await loadConfig(process.argv[2])), logLevel: "warn" });
} catch (err) {
  refuse(`The programs could not be built.\n${err instanceof Error ? err.message : String(err)}`);
}
