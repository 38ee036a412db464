import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { listDocuments } from "./list-documents.ts";

const FOLDER = "docs/pictures";
const KILOBYTE = 1024;
const STILL_LIMIT_KB = 150;
const ANIMATION_LIMIT_KB = 1500;
const TOTAL_LIMIT_KB = 3000;

interface EmbeddedPicture {
  document: string;
  file: string;
  /** Null for a `source` element, because its `picture` has the text in an `img`. */
  alt: string | null;
}

const readAttribute = (tag: string, name: string): string | null =>
  new RegExp(String.raw`\b${name}="([^"]*)"`).exec(tag)?.[1] ?? null;

const listEmbedded = (document: string): EmbeddedPicture[] => {
  const text = readFileSync(document, "utf8");
  const inMarkdown = Array.from(text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g), (found) => ({
    alt: found[1] ?? "",
    link: found[2] ?? "",
  }));
  const inHtml = Array.from(text.matchAll(/<(img|source)\b[^>]*>/g), ([tag, element]) => ({
    alt: element === "img" ? (readAttribute(tag, "alt") ?? "") : null,
    link: readAttribute(tag, "src") ?? readAttribute(tag, "srcset") ?? "",
  }));
  return [...inMarkdown, ...inHtml].map(({ alt, link }) => ({
    document,
    alt,
    file: path.join(path.dirname(document), link),
  }));
};

const embedded = listDocuments().flatMap(listEmbedded);
const files = readdirSync(FOLDER).map((name) => path.join(FOLDER, name));
const getKilobytes = (file: string): number => statSync(file).size / KILOBYTE;
/** An animated PNG has an `acTL` chunk in front of its pixels. */
const isAnimated = (file: string): boolean =>
  readFileSync(file).subarray(0, 100).includes("acTL", 0, "latin1");

describe("the pictures of the documents", () => {
  test("exist and have an alternative text", () => {
    expect(embedded.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(embedded.filter(({ alt }) => alt?.trim() === "")).toEqual([]);
  });

  test("are all shown in a document", () => {
    expect(files.length).toBeGreaterThan(0);
    const shown = new Set(embedded.map(({ file }) => file));
    expect(files.filter((file) => !shown.has(file))).toEqual([]);
  });

  test("are small: stills, animations, and all together", () => {
    const tooLarge = files.filter(
      (file) => getKilobytes(file) > (isAnimated(file) ? ANIMATION_LIMIT_KB : STILL_LIMIT_KB),
    );
    expect(tooLarge).toEqual([]);
    expect(files.reduce((sum, file) => sum + getKilobytes(file), 0)).toBeLessThan(TOTAL_LIMIT_KB);
  });

  test("include an animated turn in both themes", () => {
    expect(files.filter(isAnimated).toSorted()).toEqual([
      "docs/pictures/turn-dark.png",
      "docs/pictures/turn-light.png",
    ]);
  });
});
