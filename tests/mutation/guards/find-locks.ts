import ts from "typescript";
import type { Edit } from "./edit.ts";

/** Each with what takes its place: nothing waits, skips, or is refused in silence any more. */
const LOCKS: readonly (Pick<Edit, "by" | "means"> & { pattern: RegExp })[] = [
  {
    pattern:
      /\s*\bFOR (?:NO KEY UPDATE|UPDATE|SHARE|KEY SHARE)\b( OF \w+)?( SKIP LOCKED| NOWAIT)?/g,
    by: "",
    means: "nothing",
  },
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

/** Every `lock: { mode: … }` of TypeORM. */
export const findRowLocks = (node: ts.Node): Edit[] =>
  ts.isPropertyAssignment(node) && node.name.getText() === "lock"
    ? [{ guard: "lock", start: node.getStart(), end: node.getEnd(), by: "...{}", means: "nothing" }]
    : node.getChildren().flatMap(findRowLocks);
