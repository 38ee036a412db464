import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { SCRIPT_BUDGET_KB } from "../e2e/script-size.ts";

const STATIC = path.resolve("dist/web/client/static");
const IMPORT = /(?:\bfrom|\bimport) ?["']\.\/([^"']+\.js)["']/g;

const chunks = readdirSync(STATIC).filter((name) => name.endsWith(".js"));

const findChunk = (name: string): string => {
  const found = chunks.filter((chunk) => chunk.replace(/-[\w-]{8}\.js$/, "") === name);
  expect(found).toHaveLength(1);
  return found[0] ?? "";
};

const addWithImports = (chunk: string, loaded: Set<string>): void => {
  if (loaded.has(chunk)) return;
  loaded.add(chunk);
  const code = readFileSync(path.join(STATIC, chunk), "utf8");
  for (const [, imported = ""] of code.matchAll(IMPORT)) addWithImports(imported, loaded);
};

test.each(["signed-in-home-page", "visitor-home-page", "debate-page", "public-debates-page"])(
  `the static imports of %s and of the socket are at most ${SCRIPT_BUDGET_KB} KB`,
  (page) => {
    const loaded = new Set<string>();
    for (const name of ["index", page, "live-socket"]) addWithImports(findChunk(name), loaded);
    const kilobytes = [...loaded].map(
      (chunk) => gzipSync(readFileSync(path.join(STATIC, chunk))).length / 1024,
    );
    const sum = kilobytes.reduce((total, size) => total + size, 0);
    expect(sum).toBeGreaterThan(SCRIPT_BUDGET_KB / 2);
    expect(sum).toBeLessThanOrEqual(SCRIPT_BUDGET_KB);
  },
);

/** A group whose pattern names a moved file would match nothing, without an error. */
test("every chunk group of the build matches some of its files", () => {
  const names = [...readFileSync("vite.config.ts", "utf8").matchAll(/name: "([\w-]+)"/g)];
  const empty = names.flatMap(([, name = ""]) =>
    chunks.some((chunk) => chunk.startsWith(`${name}-`) && chunk.endsWith(".js")) ? [] : [name],
  );
  expect(names.length).toBeGreaterThan(5);
  expect(empty).toEqual([]);
});
