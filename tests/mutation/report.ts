import path from "node:path";
import { type MutantFate, isCaught, type Mutant, computeScore } from "./mutant.ts";

const FATES: readonly MutantFate[] = [
  "killed",
  "timed out",
  "survived",
  "reached by no test",
  "unusable",
];

const renderRow = (name: string, mutants: readonly Mutant[]): string => {
  const counts = FATES.map((fate) => mutants.filter((mutant) => mutant.fate === fate).length);
  return `| ${[name, mutants.length, ...counts, computeScore(mutants).toFixed(1)].join(" | ")} |`;
};

/** Returns the results per folder as a Markdown table. */
export const renderMutationTable = (mutants: readonly Mutant[]): string => {
  const folders = [...new Set(mutants.map(({ file }) => path.dirname(file)))].sort();
  return [
    `| folder | mutants | ${FATES.join(" | ")} | score |`,
    `| --- |${" --: |".repeat(FATES.length + 2)}`,
    ...folders.map((folder) =>
      renderRow(
        folder,
        mutants.filter(({ file }) => path.dirname(file) === folder),
      ),
    ),
    renderRow("all", mutants),
  ].join("\n");
};

/** Returns a description of each mutant that no test has detected. */
export const listSurvivors = (mutants: readonly Mutant[]): string =>
  mutants
    .filter((mutant) => !isCaught(mutant) && mutant.fate !== "unusable")
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(
      ({ file, line, original, replacement, fate }) =>
        `${file}:${line} (${fate})\n  - ${original}\n  + ${replacement}`,
    )
    .join("\n");
