/** @jest-environment ./tests/web/browser.cjs */
import type { SpokenSentence } from "#shared/contract/audio.ts";
import { sentenceAt, sentencePlaces } from "#web/features/player/voice/sentence-places.ts";

const spoken = (...texts: string[]): SpokenSentence[] =>
  texts.map((text, at) => ({ text, startMs: at * 1000, endMs: at * 1000 + 900 }));

const placesIn = (html: string, ...texts: string[]): (string | undefined)[] => {
  const root = document.createElement("div");
  root.innerHTML = html;
  return sentencePlaces(root, spoken(...texts)).map((place) => place?.toString());
};

describe("a spoken sentence", () => {
  test("is found across paragraphs, emphasis and quotes", () => {
    const html =
      "<p>Streets <em>belong</em> to people. <mark>Cars</mark> take them!</p><p>Why?</p>";
    expect(placesIn(html, "Streets belong to people.", "Cars take them!", "Why?")).toEqual([
      "Streets belong to people.",
      "Cars take them!",
      "Why?",
    ]);
  });

  test("is found whatever the voice was given for its marks and spaces", () => {
    expect(
      placesIn("<p>It\u2019s  \u201cfree\u201d \u2014 mostly.</p>", 'It\'s "free", mostly.'),
    ).toEqual(["It\u2019s  \u201cfree\u201d \u2014 mostly."]);
  });

  test("that is said twice is found in its two places", () => {
    const root = document.createElement("p");
    root.textContent = "No. Yes. No.";
    const starts = sentencePlaces(root, spoken("No.", "Yes.", "No.")).map(
      (place) => place?.startOffset,
    );
    expect(starts).toEqual([0, 4, 9]);
  });

  test("in any script is found", () => {
    const html = "<p>\u0643\u0644\u0627! \ud835\udc00\ud835\udc01 \u4f60\u597d\u3002</p>";
    expect(placesIn(html, "\ud835\udc00\ud835\udc01 \u4f60\u597d\u3002")).toEqual([
      "\ud835\udc00\ud835\udc01 \u4f60\u597d\u3002",
    ]);
  });

  test("that is not on the page is nowhere, and the others still are somewhere", () => {
    expect(placesIn("<p>One. Three.</p>", "One.", "Two.", "Three.", "?")).toEqual([
      "One.",
      undefined,
      "Three.",
      undefined,
    ]);
  });

  test("is the last one that has begun", () => {
    const sentences = spoken("One.", "Two.");
    expect([0, 0.5, 0.99, 1, 60].map((second) => sentenceAt(sentences, second))).toEqual([
      0, 0, 0, 1, 1,
    ]);
    expect(sentenceAt([], 3)).toBe(-1);
  });
});
