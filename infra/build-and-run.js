import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Builds the programs, then runs one of them in this process with the remaining arguments. A chain
// of shell commands would differ between systems and could leave a shell between npm and the
// program. The bundler runs in a child process, so that its memory is freed before the program
// starts.
const [name, ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ["infra/bundle.js", "rolldown.config.ts"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
const program = path.resolve("dist", `${name}.js`);
process.argv = [process.execPath, program, ...args];
await import(pathToFileURL(program).href);
