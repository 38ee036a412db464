import { fork } from "node:child_process";
import path from "node:path";
import { z } from "zod";
import type { Sandbox } from "./sandbox.ts";

/** Result of a test file. `waited` stands for a timeout, which may be due to a busy machine. */
export type TestsOutcome =
  | { kind: "passed"; ms: number }
  | { kind: "failed"; test: string; message: string }
  | { kind: "waited"; test: string; message: string };

const ReporterMessage = z.union([
  z.object({ failed: z.object({ test: z.string(), message: z.string() }) }),
  z.object({ passed: z.number() }),
]);

/**
 * Time limit of waits in tests. It is shorter than usual, because many mutants prevent what a test
 * waits for.
 */
const WAIT_TIMEOUT_MS = 15_000;

const WAIT_TIMEOUT_PATTERN = /did not come true in \d+ ms|Exceeded timeout of \d+ ms/;

/** A test file, or some of its tests. */
export interface TestSelection {
  file: string;
  /** Full names of the tests. If undefined, all tests of the file run. */
  tests?: readonly string[] | undefined;
}

const buildNamePattern = (tests: readonly string[]): string =>
  `^(?:${tests.map((test) => test.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join("|")})$`;

interface RunOptions {
  limitMs: number;
  stop: AbortSignal;
  /** File that receives the statements that each test executes. See `record-statements.cjs`. */
  statementsFile?: string;
}

/** Runs tests in a sandbox with its current sources. Stops at the first failure. */
export const runTests = async (
  { folder, databaseUrl }: Pick<Sandbox, "folder" | "databaseUrl">,
  { file, tests }: TestSelection,
  { limitMs, stop, statementsFile }: RunOptions,
): Promise<TestsOutcome> => {
  const startedAt = performance.now();
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
      ...(tests ? ["--testNamePattern", buildNamePattern(tests)] : []),
    ],
    {
      cwd: folder,
      // Most of the tested code is the same for both backends, so the tests use PostgreSQL alone,
      // which needs no other process.
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
  let stderrText = "";
  jest.stderr?.setEncoding("utf8").on("data", (text: string) => (stderrText += text));
  let result: z.output<typeof ReporterMessage> | undefined;
  jest.on("message", (message) => (result ??= ReporterMessage.parse(message)));
  jest.on("error", () => undefined); // an abort emits "error" before "close"
  await new Promise((resolve) => jest.once("close", resolve));
  stop.throwIfAborted();
  if (result === undefined && limit.aborted)
    return { kind: "waited", test: file, message: `It did not end in ${limitMs} ms.` };
  if (result === undefined) return { kind: "failed", test: file, message: stderrText };
  if ("passed" in result) return { kind: "passed", ms: performance.now() - startedAt };
  const { test, message } = result.failed;
  return { kind: WAIT_TIMEOUT_PATTERN.test(message) ? "waited" : "failed", test, message };
};
