import { execFile } from "node:child_process";
import { resolveBuiltProcess } from "./test-stack.ts";

/**
 * Runs a script of the production build with only these variables. Returns exit code and output.
 */
export const runBuiltCommand = (
  script: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env["PATH"], ...variables };
    const child = execFile(
      process.execPath,
      [resolveBuiltProcess(script), ...args],
      { env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
