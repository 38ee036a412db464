import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { type GuardEdit, getEditedText } from "./guard-edit.ts";
import { findEffects } from "./find-effects.ts";
import { findExits } from "./find-exits.ts";
import { findRowLocks } from "./find-locks.ts";
import { findSqlPieces, findSql } from "./find-sql.ts";
import { type Mutant, collapseWhitespace } from "#tests/mutation/mutant.ts";

/** A mutant before any test has run on it: a source without one of its guards. */
export interface UntriedMutant extends Omit<Mutant, "fate"> {
  /** File and hash of the guard's text. The id does not depend on the line. */
  id: string;
  edit: GuardEdit;
  /**
   * Parts of the SQL statements that contain the guard, or the id of its probe. A test that
   * executes none of them does not reach the guard. Empty if unknown.
   */
  statements: readonly string[];
}

const SOURCES = ["api", "worker", "infra"];
/**
 * Folders without mutants: code for developers' machines, and migrations, which have already run in
 * every database.
 */
const EXCLUDED_FOLDERS = ["infra/dev/", "infra/db/migrations/"];

/** Files whose early exits are removed. They handle requests, sockets and jobs. */
const EXIT_FILES_PATTERN =
  /^(?:api\/(?:audio|commands|http|realtime)|infra\/(?:db|services|queue)|worker\/(?:jobs|runtime|speech))\/|^worker\/[^/]+$/;
/**
 * Files that match `EXIT_FILES_PATTERN`, but whose early exits `npm run mutate:pure` mutates
 * already.
 */
const PURE_CODE_FILES = new Set([
  "api/http/server/origin-check.ts",
  "api/http/parse.ts",
  "api/http/rate-limiting/throttles.ts",
  "api/realtime/watchers/peer-counts.ts",
  "worker/runtime/heartbeat/heartbeat.ts",
  "worker/runtime/retry-policy.ts",
  "worker/jobs/generate-turn/speech-builder.ts",
  "worker/parse-arguments.ts",
  "worker/speech/join-mp3-parts.ts",
]);

const hasExits = (file: string): boolean =>
  EXIT_FILES_PATTERN.test(file) && !PURE_CODE_FILES.has(file);

/**
 * Minimum length, in characters, of the part of an SQL statement by which the statement is
 * recognized. Shorter parts occur in too many statements.
 */
const PIECE_LENGTH = 12;

/** Returns all mutants of one file, in the order of its text. */
export const findMutantsInFile = (file: string, text: string): UntriedMutant[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits = [
    ...findSql(source),
    ...findRowLocks(source),
    ...findEffects(source),
    ...(hasExits(file) ? findExits(source) : []),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
  const pieces = findSqlPieces(source);
  const findStatements = ({ start, end }: GuardEdit): string[] =>
    pieces
      .filter((piece) => piece.start < end && start < piece.end)
      .map(({ text: piece }) => piece)
      .filter((piece) => piece.trim().length >= PIECE_LENGTH);
  const seen = new Map<string, number>();
  return edits.map((edit) => {
    const original = collapseWhitespace(edit.shown ?? getEditedText(text, edit));
    const words = [file, edit.guard, original, edit.means].join("\n");
    const nth = (seen.get(words) ?? 0) + 1;
    seen.set(words, nth);
    const hash = createHash("sha256").update(`${words}\n${nth}`).digest("hex");
    const id = `${file}#${hash.slice(0, 8)}`;
    return {
      id,
      file,
      line: source.getLineAndCharacterOfPosition(edit.start).line + 1,
      original,
      replacement: edit.means,
      edit,
      statements: edit.probe ? [id] : findStatements(edit),
    };
  });
};

/** Returns the mutants whose id contains one of these parts. Throws if a part matches no mutant. */
export const selectMutants = <Named extends { id: string }>(
  all: readonly Named[],
  parts: readonly string[],
): Named[] => {
  for (const part of parts)
    if (!all.some(({ id }) => id.includes(part))) throw new Error(`There is no mutant "${part}".`);
  return all.filter(({ id }) => parts.some((part) => id.includes(part)));
};

/** Returns all mutants of the checkout in the folder `root`. */
export const findMutants = async (root: string): Promise<UntriedMutant[]> => {
  const found: UntriedMutant[] = [];
  for (const folder of SOURCES) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    const files = names.map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`);
    for (const file of files.filter((name) => name.endsWith(".ts")).toSorted()) {
      if (EXCLUDED_FOLDERS.some((prefix) => file.startsWith(prefix))) continue;
      found.push(...findMutantsInFile(file, await readFile(path.join(root, file), "utf8")));
    }
  }
  return found;
};
