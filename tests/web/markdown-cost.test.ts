import path from "node:path";
import { Piscina } from "piscina";
import { hasMoreMarkup } from "#web/features/debate/turns/speech-parts.ts";

/** As long as a turn may be. */
const LENGTH = 10_000;
/** Each mark is two elements at the most, with a paragraph around everything. */
const MOST_ELEMENTS = 110;
/** Of which a server has five, when nothing else runs beside it. */
const MOST_MS = 100;

interface Cost {
  elements: number;
  ms: number;
}
let reader: Piscina<string, Cost>;
beforeAll(() => {
  reader = new Piscina({ filename: path.resolve("tests/web/markdown-thread.mjs"), maxThreads: 1 });
});
afterAll(() => reader.destroy());

/** As much of this as is still read as Markdown at once, and then words. */
const mostOf = (unit: string): string => {
  const text = (times: number) => `- ${unit.repeat(times)}`;
  // Marks only grow with it.
  let [times, tooMany] = [0, Math.floor(LENGTH / unit.length) + 1];
  while (tooMany - times > 1) {
    const middle = Math.floor((times + tooMany) / 2);
    if (hasMoreMarkup(text(middle), "at once")) times = middle;
    else tooMany = middle;
  }
  return text(times).padEnd(LENGTH, "and a word ").slice(0, LENGTH);
};

/** What beginnings of lists and quotations, marks within a line, and lines may be made of. */
const UNITS = [
  ["- ", "+ ", "* ", "1. ", "12) ", "-\t", "+\t", "1.\t", "> ", ">", "1. > ", "- + ", "- a\n\n  "],
  ["*", "**a ", "*a _b ", "`", "``", "[", "]", "![", "[a](b) ", "[a]: b\n", "<a>", "&amp;", "\\*"],
  ["\n", "\n\n", " \n", "\t", "# a\n", "a\n=\n", "\n    a", "~~~\n", "<!--", "http://a.b ", "  "],
].flat();

describe("the Markdown that a server writes costs little, however much there is of", () => {
  it.each(UNITS)("%j", async (unit) => {
    const { elements, ms } = await reader.run(mostOf(unit));
    expect(elements).toBeLessThan(MOST_ELEMENTS);
    expect(ms).toBeLessThan(MOST_MS);
  });
});
