import { readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

interface ReadFile {
  text: string;
  /** Of the tests' own files: with the product's, nothing would stay as it was. */
  imports: readonly string[];
}

const listTestImports = (file: string, text: string): string[] =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith(".")
        ? path.posix.join(path.posix.dirname(file), fileName)
        : fileName.replace("#tests/", "tests/"),
    )
    .filter((name) => name.startsWith("tests/"));

/** Each file's text, with those of all helpers that it imports, directly or not. Reads each once. */
export const readWithImports = async (
  checkout: string,
  files: Iterable<string>,
): Promise<Map<string, string>> => {
  const wanted = new Set(files);
  const starts = [...wanted];
  const read = new Map<string, ReadFile>();
  // A set hands out what is added to it meanwhile.
  for (const file of wanted) {
    const text = await readFile(path.join(checkout, file), "utf8");
    const imports = listTestImports(file, text);
    read.set(file, { text, imports });
    for (const name of imports) wanted.add(name);
  }
  const wholeOf = (start: string): string => {
    const reached = new Set([start]);
    for (const file of reached) for (const name of read.get(file)?.imports ?? []) reached.add(name);
    return Array.from(reached, (file) => read.get(file)?.text).join("\0");
  };
  return new Map(starts.map((file) => [file, wholeOf(file)]));
};
