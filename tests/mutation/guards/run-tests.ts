import { fork } from "node:child_process";
import path from "node:path";
import { z } from "zod";
import type { Sandbox } from "./sandbox.ts";

/** How a file of tests went: `waited` is a failure that a machine with much else to do has, too. */
export type TestsOutcome =
  | { kind: "passed"; ms: number }
  | { kind: "failed"; test: string; message: string }
  | { kind: "waited"; test: string; message: string };

const ReporterMessage = z.union([
  z.object({ failed: z.object({ test: z.string(), message: z.string() }) }),
  z.object({ passed: z.number() }),
]);

/** Most mutants stop something that a test waits for: that shows sooner than a busy machine needs. */
const WAIT_TIMEOUT_MS = 15_000;

const GAVE_UP_WAITING = /did not come true in \d+ ms|Exceeded timeout of \d+ ms/;

/** What is run: one file of tests, or some of it. */
export interface TestSelection {
  file: string;
  /** Full names; all without. */
  tests?: readonly string[] | undefined;
}

const namePattern = (tests: readonly string[]): string =>
  `^(?:${tests.map((test) => test.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join("|")})$`;

interface RunOptions {
  limitMs: number;
  stop: AbortSignal;
  /** Where it is written which statements each test executes; see `record-statements.cjs`. */
  statementsFile?: string;
}

/** Runs tests in a workplace as it is now, up to the first failure. */
export const runTests = async (
  { folder, databaseUrl }: Pick<Sandbox, "folder" | "databaseUrl">,
  { file, tests }: TestSelection,
  { limitMs, stop, statementsFile }: RunOptions,
): Promise<TestsOutcome> => {
  const began = performance.now();
  const limit = AbortSignal.timeout(limitMs);
  const jest = fork(
    path.join(folder, "node_modules", "jest", "bin", "jest.js"),
    [
      "--config",
      "tests/mutation/guards/jest.config.cjs",
      "--runInBand",
      "--ci",
      "--runTestsByPath",
      file,
      ...(tests ? ["--testNamePattern", namePattern(tests)] : []),
    ],
    {
      cwd: folder,
      // One way to run is enough for what both share, and needs nothing that outlives a test.
      env: {
        ...process.env,
        TEST_DATABASE_URL: databaseUrl,
        TEST_REDIS: "none",
        TEST_POOL_MIN: "1",
        TEST_PATIENCE_MS: String(WAIT_TIMEOUT_MS),
        NOTE_STATEMENTS: statementsFile,
      },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      signal: AbortSignal.any([limit, stop]),
      killSignal: "SIGKILL",
    },
  );
  let complaint = "";
  jest.stderr?.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  let said: z.output<typeof ReporterMessage> | undefined;
  jest.on("message", (message) => (said ??= ReporterMessage.parse(message)));
  jest.on("error", () => undefined); // ended by a signal: the exit tells
  await new Promise((resolve) => jest.once("close", resolve));
  stop.throwIfAborted();
  if (said === undefined && limit.aborted)
    return { kind: "waited", test: file, message: `It did not end in ${limitMs} ms.` };
  if (said === undefined) return { kind: "failed", test: file, message: complaint };
  if ("passed" in said) return { kind: "passed", ms: performance.now() - began };
  const { test, message } = said.failed;
  return { kind: GAVE_UP_WAITING.test(message) ? "waited" : "failed", test, message };
};
