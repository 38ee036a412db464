// Lints comments and documents for the style that docs/contributing/style.md replaces.
import { readFileSync } from "node:fs";
import { findComments, listDocuments, listSources, lineAt } from "./prose.js";

const OLD_STYLE = /\b(?:whoever|whomever|somebody|nobody|anew|heed(?:s|ed)?|tells? of|told of)\b/i;
/** A comment that ends in a comma, as if the next comment went on. */
const UNFINISHED = /,\s*\*\/$/;
/** References such as (D12), which lead nowhere: decisions are pages of docs/decisions. */
const UNDEFINED_REFERENCE = /\(D\d+\)/;

/** Names in backticks, such as the system user `nobody`, are not prose. */
const problemIn = (comment) =>
  OLD_STYLE.exec(comment.replaceAll(/`[^`\n]*`/g, ""))?.[0] ??
  UNDEFINED_REFERENCE.exec(comment)?.[0] ??
  (UNFINISHED.test(comment) ? "ends in a comma" : undefined);

const findings = [];
for (const file of listSources()) {
  const text = readFileSync(file, "utf8");
  for (const { comment, index } of findComments(text)) {
    const problem = problemIn(comment);
    if (problem) findings.push(`${file}:${lineAt(text, index)} ${problem}`);
  }
}
for (const file of listDocuments()) {
  if (file === "docs/contributing/style.md") continue;
  const text = readFileSync(file, "utf8").replaceAll(/`[^`\n]*`/g, "``");
  const problem = new RegExp(OLD_STYLE, "gi");
  for (const match of text.matchAll(problem))
    findings.push(`${file}:${lineAt(text, match.index)} ${match[0]}`);
}
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
