import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { type Edit, wordsOf } from "./edit.ts";
import { findEffects } from "./find-effects.ts";
import { findRowLocks } from "./find-locks.ts";
import { findPieces, findSql } from "./find-sql.ts";
import { type Mutant, onOneLine } from "../mutant.ts";

/** A source with one of its guards taken out, before any test has seen it. */
export interface UntriedMutant extends Omit<Mutant, "fate"> {
  /** Of its file and words, whatever line they have come to stand on. */
  id: string;
  edit: Edit;
  /** Parts of those it is in: who executes none of them does not reach it. Without any, nobody knows. */
  statements: readonly string[];
}

const SOURCES = ["api", "worker", "infra"];
/** What runs on a developer's machine alone, and what has run in every database already. */
const LEFT_OUT = ["infra/local/", "infra/standins/", "infra/db/migrations/"];

/** Shorter parts are in too many statements to tell any. */
const PIECE_LENGTH = 12;

/** Every mutant of one file, in its order. */
export const mutantsOf = (file: string, text: string): UntriedMutant[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits = [...findSql(source), ...findRowLocks(source), ...findEffects(source)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const pieces = findPieces(source);
  const statementsOf = ({ start, end }: Edit): string[] =>
    pieces
      .filter((piece) => piece.start < end && start < piece.end)
      .map(({ text: piece }) => piece)
      .filter((piece) => piece.trim().length >= PIECE_LENGTH);
  const seen = new Map<string, number>();
  return edits.map((edit) => {
    const original = onOneLine(wordsOf(text, edit));
    const words = [file, edit.guard, original, edit.means].join("\n");
    const nth = (seen.get(words) ?? 0) + 1;
    seen.set(words, nth);
    const hash = createHash("sha256").update(`${words}\n${nth}`).digest("hex");
    return {
      id: `${file}#${hash.slice(0, 8)}`,
      file,
      line: source.getLineAndCharacterOfPosition(edit.start).line + 1,
      original,
      replacement: edit.means,
      edit,
      statements: statementsOf(edit),
    };
  });
};

/** Those with one of these parts in their path or id. Throws where a part is in none. */
export const chosenOf = <Named extends { id: string }>(
  all: readonly Named[],
  parts: readonly string[],
): Named[] => {
  for (const part of parts)
    if (!all.some(({ id }) => id.includes(part))) throw new Error(`There is no mutant "${part}".`);
  return all.filter(({ id }) => parts.some((part) => id.includes(part)));
};

/** Every mutant there is, below this folder. */
export const findMutants = async (root: string): Promise<UntriedMutant[]> => {
  const found: UntriedMutant[] = [];
  for (const folder of SOURCES) {
    const names = await readdir(path.join(root, folder), { recursive: true });
    const files = names.map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`);
    for (const file of files.filter((name) => name.endsWith(".ts")).toSorted()) {
      if (LEFT_OUT.some((prefix) => file.startsWith(prefix))) continue;
      found.push(...mutantsOf(file, await readFile(path.join(root, file), "utf8")));
    }
  }
  return found;
};
