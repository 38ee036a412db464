import { readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

interface ReadFile {
  code: string;
  /**
   * Imported files below `tests`. The product's files are left out, because otherwise almost every
   * result would depend on every change.
   */
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

const printer = ts.createPrinter({ removeComments: true });

/** Returns the file's text without comments and formatting, which no test can notice. */
const printCode = (file: string, text: string): string =>
  printer.printFile(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));

/**
 * Returns the code of each file together with the code of all test files that it imports, directly
 * or not. Reads each file once.
 */
export const readWithImports = async (
  checkout: string,
  files: Iterable<string>,
): Promise<Map<string, string>> => {
  const pendingFiles = new Set(files);
  const requestedFiles = [...pendingFiles];
  const read = new Map<string, ReadFile>();
  // Iterating over a set also visits elements that are added meanwhile.
  for (const file of pendingFiles) {
    const text = await readFile(path.join(checkout, file), "utf8");
    const imports = listTestImports(file, text);
    read.set(file, { code: printCode(file, text), imports });
    for (const name of imports) pendingFiles.add(name);
  }
  const joinWithImports = (start: string): string => {
    const reached = new Set([start]);
    for (const file of reached) for (const name of read.get(file)?.imports ?? []) reached.add(name);
    return Array.from(reached, (file) => read.get(file)?.code).join("\0");
  };
  return new Map(requestedFiles.map((file) => [file, joinWithImports(file)]));
};
