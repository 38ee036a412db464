import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { listDocuments } from "./list-documents.ts";
import { LOG_EVENTS } from "./log-events.ts";
import { generatedPages } from "./pages.ts";

/** The anchors of the headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  Array.from(readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

const brokenLinks = (file: string): string[] =>
  Array.from(readFileSync(file, "utf8").matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link)
    .filter((link) => !/^https?:|^mailto:/.test(link))
    .filter((link) => {
      const [target = "", anchor] = link.split("#");
      const found = target === "" ? file : path.join(path.dirname(file), target);
      if (!existsSync(found)) return true;
      return anchor !== undefined && !anchorsOf(found).includes(anchor);
    });

/**
 * Lists the paths in backticks for which there is no file. Paths with a placeholder are left out.
 */
const missingPaths = (file: string): string[] =>
  Array.from(
    readFileSync(file, "utf8").matchAll(/`((?:shared|infra|api|worker|web|tests|docs)\/[^`\s]*)`/g),
    ([, name = ""]) => name,
  )
    .filter((name) => !/[<*{…]/.test(name))
    .filter((name) => !existsSync(name));

const KILOBYTE = 1024;
/** Maximum size of a document in KB. Generated tables may be larger, because they are searched, not read. */
const LIMITS: [pattern: RegExp, kilobytes: number][] = [
  [/^README\.md$/, 12],
  [
    /^docs\/(?:configuration|errors|performance|routes|dependencies|operations\/log-events)\.md$/,
    24,
  ],
  [/^docs\//, 8],
];

describe("the documents", () => {
  test.each(listDocuments())("%s has links and code paths that exist", (file) => {
    expect({ links: brokenLinks(file), paths: missingPaths(file) }).toEqual({
      links: [],
      paths: [],
    });
  });

  test.each(listDocuments())("%s is not longer than its limit", (file) => {
    const [, kilobytes = Infinity] = LIMITS.find(([pattern]) => pattern.test(file)) ?? [];
    expect(readFileSync(file).length / KILOBYTE).toBeLessThanOrEqual(kilobytes);
  });

  test("that are generated are up to date: npm run docs", () => {
    for (const [file, text] of generatedPages())
      expect([file, readFileSync(file, "utf8")]).toEqual([file, text]);
  });
});

describe("the log", () => {
  const LOGGED =
    /\.(?:debug|info|warn|error|fatal)\(\s*(?:\{[^;]*?\}|[\w.]+)?,?\s*"([a-z_]+\.[a-z_]+)",?\s*\)/g;
  const sources = ["api", "infra", "worker"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  );

  test("has the events that docs/operations/log-events.md lists, and no other", () => {
    const logged = sources.flatMap((text) =>
      Array.from(text.matchAll(LOGGED), ([, name = ""]) => name),
    );
    const constants = sources.flatMap((text) =>
      Array.from(text.matchAll(/const EVENT = "([a-z_]+\.[a-z_]+)"/g), ([, name = ""]) => name),
    );
    expect([...new Set([...logged, ...constants])].toSorted()).toEqual(
      Object.keys(LOG_EVENTS).toSorted(),
    );
  });
});
