import ts from "typescript";
import type { GuardEdit } from "./guard-edit.ts";
import { PLACEHOLDER } from "./sql-tokens.ts";

/**
 * Patterns of locks and of ignored conflicts. Each replacement removes the effect and keeps the
 * statement valid.
 */
const LOCK_PATTERNS: readonly (Pick<GuardEdit, "by" | "means"> & { pattern: RegExp })[] = [
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
  // The function `abs` takes the same argument and has no effect.
  { pattern: /\bpg_advisory_(?:xact_)?lock(?=\()/g, by: "abs", means: "nothing" },
];

/** Finds all locks and all ignored conflicts in a statement. */
export const findLocks = (sql: string): GuardEdit[] =>
  LOCK_PATTERNS.flatMap(({ pattern, ...replaced }) =>
    Array.from(sql.matchAll(pattern), ({ 0: found, index: start }): GuardEdit => ({
      guard: "lock",
      start,
      end: start + found.length,
      ...replaced,
    })),
  );

/** Code that keeps the order of the rows and turns the lock clause into an SQL comment. */
const WITHOUT_ROW_LOCK = "((rows) => ({ ...rows, where: rows.where + ' ORDER BY id --' }))($&)";

const replaceNode = (node: ts.Node, by: string): GuardEdit => ({
  guard: "lock",
  start: node.getStart(),
  end: node.getEnd(),
  by,
  means: "nothing",
});

const rowLock = (node: ts.Node): GuardEdit | undefined => {
  if (ts.isPropertyAssignment(node) && node.name.getText() === "lock")
    return replaceNode(node, "...{}");
  if (!ts.isCallExpression(node) || node.expression.getText() !== "lockRows") return undefined;
  const rows = node.arguments.find(ts.isObjectLiteralExpression);
  return rows && replaceNode(rows, WITHOUT_ROW_LOCK);
};

/** Finds all `lock: { mode: … }` of TypeORM and all calls of `lockRows`. */
export const findRowLocks = (node: ts.Node): GuardEdit[] => {
  const found = rowLock(node);
  return found ? [found] : node.getChildren().flatMap(findRowLocks);
};
