/** @jest-environment ./tests/web/browser.cjs */
import type { SpokenSentence } from "#shared/contract/debates/audio.ts";
import { sentenceIndexAtPointer } from "#web/lib/speech-text/seek-on-click.ts";
import { findSentenceAt, findSentenceRanges } from "#web/lib/speech-text/sentence-ranges.ts";

const spoken = (...texts: string[]): SpokenSentence[] =>
  texts.map((text, at) => ({ text, startMs: at * 1000, endMs: at * 1000 + 900 }));

const findTexts = (html: string, ...texts: string[]): (string | undefined)[] => {
  const root = document.createElement("div");
  root.innerHTML = html;
  return findSentenceRanges(root, spoken(...texts)).map((place) => place?.toString());
};

describe("a spoken sentence", () => {
  test("is found across paragraphs, emphasis and quotes", () => {
    const html =
      "<p>Streets <em>belong</em> to people. <mark>Cars</mark> take them!</p><p>Why?</p>";
    expect(findTexts(html, "Streets belong to people.", "Cars take them!", "Why?")).toEqual([
      "Streets belong to people.",
      "Cars take them!",
      "Why?",
    ]);
  });

  test("is found although the voice has other quotation marks and spaces", () => {
    expect(
      findTexts("<p>It\u2019s  \u201cfree\u201d \u2014 mostly.</p>", 'It\'s "free", mostly.'),
    ).toEqual(["It\u2019s  \u201cfree\u201d \u2014 mostly."]);
  });

  test("that occurs twice is found at both positions", () => {
    const root = document.createElement("p");
    root.textContent = "No. Yes. No.";
    const starts = findSentenceRanges(root, spoken("No.", "Yes.", "No.")).map(
      (place) => place?.startOffset,
    );
    expect(starts).toEqual([0, 4, 9]);
  });

  test("is found in any script", () => {
    const html = "<p>\u0643\u0644\u0627! \ud835\udc00\ud835\udc01 \u4f60\u597d\u3002</p>";
    expect(findTexts(html, "\ud835\udc00\ud835\udc01 \u4f60\u597d\u3002")).toEqual([
      "\ud835\udc00\ud835\udc01 \u4f60\u597d\u3002",
    ]);
  });

  test("includes its closing marks, and characters of two code units", () => {
    const html = "<p>(\u201cYes!\u201d) she said: \ud835\udc00\ud835\udc01</p>";
    const texts = ["Yes!", "she said:", "\ud835\udc00\ud835\udc01"];
    expect(findTexts(html, ...texts)).toEqual([
      "Yes!\u201d)",
      "she said:",
      "\ud835\udc00\ud835\udc01",
    ]);
  });

  test("without a word has no range, and the others are still found", () => {
    expect(findTexts("<p>One. Two.</p>", "\u2026", "One.", "?!", "Two.")).toEqual([
      undefined,
      "One.",
      undefined,
      "Two.",
    ]);
  });

  test("that is not on the page has no range, and the others are still found", () => {
    expect(findTexts("<p>One. Three.</p>", "One.", "Two.", "Three.", "?")).toEqual([
      "One.",
      undefined,
      "Three.",
      undefined,
    ]);
  });

  test("is the last one that has started at this second", () => {
    const sentences = spoken("One.", "Two.");
    expect([0, 0.5, 0.99, 1, 60].map((second) => findSentenceAt(sentences, second))).toEqual([
      0, 0, 0, 1, 1,
    ]);
    expect(findSentenceAt([], 3)).toBe(-1);
  });
});

describe("the sentence under the pointer", () => {
  const paragraph = document.createElement("p");
  paragraph.textContent = "One. Two.";
  const setUpCaret = (at: number | null) => {
    const node = paragraph.firstChild;
    const find = (x: number, y: number) => {
      expect([x, y]).toEqual([12, 34]);
      return at === null ? null : { node, at };
    };
    const ranges = [null, ...findSentenceRanges(paragraph, spoken("One.", "Two."))];
    return { find, under: () => sentenceIndexAtPointer(click, ranges) };
  };
  const click = new MouseEvent("click", { clientX: 12, clientY: 34 });
  const CARET_APIS = ["caretPositionFromPoint", "caretRangeFromPoint"] as const;
  afterEach(() => {
    for (const name of CARET_APIS) Reflect.deleteProperty(document, name);
  });

  const PLACES: [number | null, number][] = [
    [1, 1],
    [6, 2],
    [null, -1],
  ];

  test.each(PLACES)("is found with caretPositionFromPoint: %p is in %d", (at, sentence) => {
    const { find, under } = setUpCaret(at);
    Object.assign(document, {
      caretPositionFromPoint: (x: number, y: number) => {
        const found = find(x, y);
        return found && { offsetNode: found.node, offset: found.at };
      },
    });
    expect(under()).toBe(sentence);
  });

  test.each(PLACES)("is found with caretRangeFromPoint: %p is in %d", (at, sentence) => {
    const { find, under } = setUpCaret(at);
    Object.assign(document, {
      caretRangeFromPoint: (x: number, y: number) => {
        const found = find(x, y);
        return found && { startContainer: found.node, startOffset: found.at };
      },
    });
    expect(under()).toBe(sentence);
  });
});
