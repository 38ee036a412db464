import { readFileSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { dropSurvivors } from "./forget-survivors.ts";
import { type MutantFate, type Mutant, collapseWhitespace } from "./mutant.ts";

type Options = ConstructorParameters<typeof Stryker>[0];
type MutantResult = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const FATE_BY_STATUS: Record<MutantResult["status"], MutantFate> = {
  Killed: "killed",
  Timeout: "timed out",
  Survived: "survived",
  NoCoverage: "reached by no test",
  CompileError: "unusable",
  RuntimeError: "unusable",
  Ignored: "unusable",
  Pending: "unusable",
};

const fileOf = ({ fileName }: MutantResult): string => path.relative(process.cwd(), fileName);

const originalOf = ({ fileName, location: { start, end } }: MutantResult): string => {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const last = lines.at(-1) ?? "";
  const within = [...lines.slice(0, -1), last.slice(0, end.column - 1)].join("\n");
  return collapseWhitespace(within.slice(start.column - 1));
};

const toMutant = (result: MutantResult): Mutant => ({
  file: fileOf(result),
  line: result.location.start.line,
  original: originalOf(result),
  replacement: collapseWhitespace(result.replacement),
  fate: FATE_BY_STATUS[result.status],
});

/**
 * Whether the mutant was tried in this run. Only these have numeric ids; the others come from the
 * report of an earlier run.
 */
const isRequested = ({ id }: MutantResult): boolean => /^\d+$/.test(id);

const STRYKER_FILES = {
  configFile: "tests/mutation/stryker.config.mjs",
  incrementalFile: "dist/mutation/pure.json",
};

const runStrykerOnce = async (options: Options): Promise<MutantResult[]> => {
  dropSurvivors(STRYKER_FILES.incrementalFile);
  return (await new Stryker({ ...STRYKER_FILES, ...options }).runMutationTest()).filter(
    isRequested,
  );
};

/**
 * Whether a mutant timed out by the clock, which depends on the machine. Other timeouts are due to
 * the limit of loop iterations.
 */
const ranOutOfTime = ({ status, statusReason }: MutantResult): boolean =>
  status === "Timeout" && !statusReason?.startsWith("Hit limit");

const placeOf = ({ location: { start, end }, ...mutant }: MutantResult): string =>
  `${fileOf({ location: { start, end }, ...mutant })}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

const nameOf = (mutant: MutantResult): string => `${placeOf(mutant)} ${mutant.replacement}`;

/** Tries the mutants. Those that timed out are tried again one by one, with more time. */
export const runStryker = async (options: Options): Promise<Mutant[]> => {
  const results = await runStrykerOnce(options);
  const timedOut = results.filter(ranOutOfTime);
  if (timedOut.length === 0) return results.map(toMutant);
  const retryOptions = {
    mutate: timedOut.map(placeOf),
    concurrency: 1,
    timeoutMS: 10_000,
    incremental: false,
  };
  const retried = new Map(
    (await runStrykerOnce({ ...options, ...retryOptions })).map((result) => [
      nameOf(result),
      result,
    ]),
  );
  return results.map((result) =>
    toMutant(ranOutOfTime(result) ? (retried.get(nameOf(result)) ?? result) : result),
  );
};
