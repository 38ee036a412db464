import { findSentenceEnd } from "#shared/domain/text/sentence-end.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const PARTS = [
  "Mr. |e.g. |U.S.A. |3.5 |v1.2.3 |“Why?” he asked. |(See p. 4.) |No… |ok.Then |«Oui.» |!? |- ",
  "क्या है। |你好。|؟ |🎉 |e\u0301. |a\u200d.|ǅ.B|\u00a0|\u2029|\r\n",
  "a|B|É|ß|漢|1|٢| |.|!|…|,|;|:|—|)|]|”|'|\u0301",
]
  .join("|")
  .split("|");

/** Returns pseudo-random texts that are the same in every run. */
const buildTexts = (count: number): string[] => {
  let state = 7;
  const pick = () => {
    state = (state * 48_271) % 2_147_483_647;
    return PARTS[state % PARTS.length];
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + (state % 9) }, pick).join(""),
  );
};

/**
 * Places where Unicode ends a sentence but this product does not: the text before and after each
 * place.
 */
const EXCEPTIONS = [
  [
    "an abbreviation",
    /(?<![\p{L}\p{M}\p{N}'’])(?:\p{Lu}|[zdups]|Mr)\.[ \u00a0][ \u00a0\p{M}]*$/u,
    /^/,
  ],
  ["a possible ordinal", /(?<![\p{L}\p{N}])\d{1,2}\.[ \u00a0]$/u, /^\p{L}{1,2}$/u],
] as const;

const findUnicodeEnd = (text: string): number => {
  let end = 0;
  for (const { segment } of segmenter.segment(text)) {
    end += segment.length;
    const [before, after] = [text.slice(0, end), text.slice(end)];
    if (EXCEPTIONS.some(([, left, right]) => left.test(before) && right.test(after))) continue;
    // An opening mark belongs to the sentence after it.
    return after === "" ? end : before.replace(/[\p{Ps}\p{Pi}]+$/u, "").length;
  }
  return end;
};

test("a sentence ends where Unicode ends it, except for abbreviations and opening marks", () => {
  const texts = buildTexts(20_000);
  expect(new Set(texts).size).toBeGreaterThan(15_000);
  const wrong = texts.filter((text) => findSentenceEnd(text) !== findUnicodeEnd(text));
  expect(wrong.map((text) => JSON.stringify(text))).toEqual([]);
});
