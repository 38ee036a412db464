import path from "node:path";
import { Piscina } from "piscina";
import { MARKDOWN_OPTIONS } from "#web/features/debate/speech/markdown-options.ts";
import { shouldRenderMarkdown } from "#web/features/debate/speech/parse-speech.ts";

/** Maximum length of a turn, in characters. */
const LENGTH = 10_000;
/** Maximum number of elements: two for each of the 50 allowed markers, and a few around them. */
const MAX_ELEMENTS = 110;
/** Maximum cost relative to plain words, which take 0.9 ms. The server has 5 ms per speech. */
const MAX_COST_RATIO = 2;

interface Written {
  html: string;
  times: number;
}
interface Task {
  text: string;
  options: typeof MARKDOWN_OPTIONS;
}
let reader: Piscina<Task, Written>;
beforeAll(() => {
  const filename = path.resolve("tests/web/markdown-thread.mjs");
  // Uses React's production mode, as the server does.
  const env = { ...process.env, NODE_ENV: "production" };
  reader = new Piscina({ filename, maxThreads: 1, env });
});
afterAll(() => reader.destroy());

const write = (text: string) => reader.run({ text, options: MARKDOWN_OPTIONS });

/**
 * Returns a text with as many repetitions of `unit` as the server still renders as Markdown. Plain
 * words fill it up to the maximum length of a turn.
 */
const createLongest = (unit: string): string => {
  const text = (times: number) => `- ${unit.repeat(times)}`;
  // The number of markers grows with the length of the text, so a binary search finds the longest
  // text whose markers are within the limit.
  let [times, tooMany] = [0, Math.floor(LENGTH / unit.length) + 1];
  while (tooMany - times > 1) {
    const middle = Math.floor((times + tooMany) / 2);
    if (shouldRenderMarkdown(text(middle), "sync")) times = middle;
    else tooMany = middle;
  }
  return text(times).padEnd(LENGTH, "and a word ").slice(0, LENGTH);
};

/** Markers of lists and quotations, inline markers, and markers at the start of a line. */
const UNITS = [
  ["- ", "+ ", "* ", "1. ", "12) ", "-\t", "+\t", "1.\t", "> ", ">", "1. > ", "- + ", "- a\n\n  "],
  ["*", "**a ", "*a _b ", "`", "``", "[", "]", "![", "[a](b) ", "[a]: b\n", "<a>", "&amp;", "\\*"],
  ["\n", "\n\n", " \n", "\t", "# a\n", "a\n=\n", "\n    a", "~~~\n", "<!--", "http://a.b ", "  "],
].flat();

describe("the cost of rendering Markdown on the server is limited for many repetitions of", () => {
  it.each(UNITS)("%j", async (unit) => {
    const { html, times } = await write(createLongest(unit));
    expect(html.split("</").length).toBeLessThan(MAX_ELEMENTS);
    expect(times).toBeLessThan(MAX_COST_RATIO);
  });
});

/** Elements that a speech may contain. */
const ALLOWED_ELEMENTS_PATTERN = /^(?:p|br|hr|em|strong|code|pre|blockquote|ul|ol|li|h[1-6])$/;

describe("only harmless elements are rendered from", () => {
  it.each([
    ["an image", "# A\n\n![seen](https://x.example/x.png)", ""],
    ["an image by reference", "![seen][x]\n\n[x]: https://x.example/x.png", ""],
    ["a link", "- [go](https://x.example)", "go"],
    ["a link to a script", "[go](javascript:alert(1)) <javascript:alert(1)>", "go"],
    ["a reference link", "[**go** there][x]\n\n[x]: https://x.example", "go"],
    ["an image in a link", "[![seen](x.png)](https://x.example)", ""],
    ["an address", "<https://x.example> https://x.example <me@x.example>", "https://x.example"],
    ["raw HTML", `Now <b onclick="x()">go</b> <img src=x onerror=x()>`, "go"],
    ["blocks of raw HTML", "<script>x()</script>\n\n<iframe src=//x.example></iframe>\n\ngo", "go"],
    ["unusual HTML", "<svg/onload=x()>\n\n<!-- go -->\n\n<style>*{}</style>\n\ngo", "go"],
  ])("%s", async (_what, text, words) => {
    const { html } = await write(text);
    const tags = [...html.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/gi)];
    expect(
      tags.filter(([, name = "", rest]) => !ALLOWED_ELEMENTS_PATTERN.test(name) || rest !== ""),
    ).toEqual([]);
    expect(html).toContain(words);
  });

  it.each([`Now <b onclick="x()">go</b>`, "<script>x()</script>\n\ngo"])(
    "raw HTML, which is removed: %s",
    async (text) => {
      const { html } = await write(text);
      expect(html).toContain("go");
      expect(html).not.toContain("&lt;");
    },
  );
});
