import ts from "typescript";
import type { Edit } from "./edit.ts";
import { PLACEHOLDER } from "./sql-tokens.ts";

/** Each with what takes its place: nothing waits, skips, or is refused in silence any more. */
const LOCKS: readonly (Pick<Edit, "by" | "means"> & { pattern: RegExp })[] = [
  {
    pattern:
      /\s*\bFOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)\b( OF \w+)?( SKIP LOCKED| NOWAIT)?/g,
    by: "",
    means: "nothing",
  },
  { pattern: new RegExp(String.raw`\s*\bFOR ${PLACEHOLDER}+\s*$`, "g"), by: "", means: "nothing" },
  { pattern: /\s*\b(?:SKIP LOCKED|NOWAIT)\b/g, by: "", means: "nothing" },
  { pattern: /\s*\bON CONFLICT(?: \([^)]*\))? DO NOTHING\b/g, by: "", means: "nothing" },
  { pattern: /\bpg_try_advisory_\w+\([^)]*\)/g, by: "(true OR $&)", means: "true" },
  // Something that takes the same and does nothing.
  { pattern: /\bpg_advisory_(?:xact_)?lock(?=\()/g, by: "abs", means: "nothing" },
];

/** Every lock in a statement, and every conflict of which it would rather not hear. */
export const findLocks = (sql: string): Edit[] =>
  LOCKS.flatMap(({ pattern, ...replaced }) =>
    Array.from(sql.matchAll(pattern), ({ 0: found, index: start }): Edit => ({
      guard: "lock",
      start,
      end: start + found.length,
      ...replaced,
    })),
  );

/** Rows that are read in the same order; the lock after it is a comment. */
const UNLOCKED = "((rows) => ({ ...rows, where: rows.where + ' ORDER BY id --' }))($&)";

const instead = (node: ts.Node, by: string): Edit => ({
  guard: "lock",
  start: node.getStart(),
  end: node.getEnd(),
  by,
  means: "nothing",
});

const rowLock = (node: ts.Node): Edit | undefined => {
  if (ts.isPropertyAssignment(node) && node.name.getText() === "lock")
    return instead(node, "...{}");
  if (!ts.isCallExpression(node) || node.expression.getText() !== "lockRows") return undefined;
  const rows = node.arguments.find(ts.isObjectLiteralExpression);
  return rows && instead(rows, UNLOCKED);
};

/** Every `lock: { mode: … }` of TypeORM, and every call of `lockRows`. */
export const findRowLocks = (node: ts.Node): Edit[] => {
  const found = rowLock(node);
  return found ? [found] : node.getChildren().flatMap(findRowLocks);
};
