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

test("the end of a sentence is where Unicode has it", () => {
  const texts = buildTexts(20_000);
  expect(new Set(texts).size).toBeGreaterThan(15_000);
  const wrong = texts.filter(
    (text) => findSentenceEnd(text) !== segmenter.segment(text).containing(0)?.segment.length,
  );
  expect(wrong.map((text) => JSON.stringify(text))).toEqual([]);
});
