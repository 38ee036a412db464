import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const WEB = path.resolve("web");
const SIZE = /\b(?:boxSize|[wh]|(?:min|max)[WH]): (\{[^}]*\}|"[^"]*")/g;
const UNITLESS_SIZE_PATTERN = /"[1-9]\d*(?:\.\d+)?"|"0\.\d+"/;

const sources = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((name) =>
  /\.tsx?$/.test(name),
);

test("no size in the web is a bare number without a unit", () => {
  const found = sources.flatMap((name) => {
    const sizes = readFileSync(path.join(WEB, name), "utf8").matchAll(SIZE);
    return [...sizes].flatMap(([all, value = ""]) =>
      UNITLESS_SIZE_PATTERN.test(value) ? [`${name}: ${all}`] : [],
    );
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
