import { readdirSync, readFileSync } from "node:fs";

/** A group whose pattern names a file that was moved would match nothing, silently. */
test("every chunk group of the build matches some of its files", () => {
  const names = [...readFileSync("vite.config.ts", "utf8").matchAll(/name: "([\w-]+)"/g)];
  const chunks = readdirSync("dist/web/client/static");
  const empty = names.flatMap(([, name = ""]) =>
    chunks.some((chunk) => chunk.startsWith(`${name}-`) && chunk.endsWith(".js")) ? [] : [name],
  );
  expect(names.length).toBeGreaterThan(5);
  expect(empty).toEqual([]);
});
