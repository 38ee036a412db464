// Lints comments and documents for the style that docs/contributing/style.md replaces.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const OLD_STYLE = /\b(?:whoever|whomever|somebody|nobody|anew|heed(?:s|ed)?|tells? of|told of)\b/i;
/** A comment that goes on at the next member. */
const UNFINISHED = /,\s*\*\/$/;
/** Decisions are pages of docs/decisions. */
const UNDEFINED_REFERENCE = /\(D\d+\)/;

const COMMENTS = /\/\*\*?[\s\S]*?\*\/|(?<=^\s*|[;{},)]\s)\/\/ .*$/gm;

const list = (...patterns) =>
  execFileSync("git", ["ls-files", ...patterns], { encoding: "utf8" })
    .trim()
    .split("\n");

const lineOf = (text, index) => text.slice(0, index).split("\n").length;

/** Names in backticks, such as the system user `nobody`, are not prose. */
const problemIn = (comment) =>
  OLD_STYLE.exec(comment.replaceAll(/`[^`\n]*`/g, ""))?.[0] ??
  UNDEFINED_REFERENCE.exec(comment)?.[0] ??
  (UNFINISHED.test(comment) ? "ends in a comma" : undefined);

const findings = [];
for (const file of list("api", "infra", "shared", "tests", "web", "worker")) {
  if (!/\.(?:tsx?|cjs|mjs)$/.test(file) || file.startsWith("infra/db/migrations/")) continue;
  const text = readFileSync(file, "utf8");
  for (const match of text.matchAll(COMMENTS)) {
    const problem = problemIn(match[0]);
    if (problem) findings.push(`${file}:${lineOf(text, match.index)} ${problem}`);
  }
}
for (const file of list("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs")) {
  if (!file.endsWith(".md") || file === "docs/contributing/style.md") continue;
  const text = readFileSync(file, "utf8").replaceAll(/`[^`\n]*`/g, "``");
  const problem = new RegExp(OLD_STYLE, "gi");
  for (const match of text.matchAll(problem))
    findings.push(`${file}:${lineOf(text, match.index)} ${match[0]}`);
}
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
