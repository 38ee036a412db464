import { ANNOUNCEMENTS } from "#shared/domain/audio/announcements.ts";
import { TESTED_LANGUAGES } from "#shared/domain/debates/language/language.ts";
import {
  MAX_CAPTION_CHARACTERS,
  splitCaptions,
  splitSpeech,
} from "#shared/domain/text/captions.ts";
import { findSentenceEnd } from "#shared/domain/text/sentence-end.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { SPEECHES } from "../helpers/speeches-by-language.ts";

const splitByUnicode = (text: string, language: string): string[] =>
  Array.from(
    new Intl.Segmenter(language, { granularity: "sentence" }).segment(text),
    ({ segment }) => segment,
  );

const splitByRules = (text: string): string[] => {
  const sentences: string[] = [];
  for (let rest = text; rest !== ""; rest = rest.slice(sentences.at(-1)?.length))
    sentences.push(rest.slice(0, findSentenceEnd(rest)));
  return sentences;
};

describe("the sentences of a speech", () => {
  // Old browsers have no Intl.Segmenter, and browsers and servers have different versions of
  // Unicode, so the product uses rules of its own.
  it.each(TESTED_LANGUAGES)("end in %s where Intl.Segmenter ends them", (language) => {
    const texts = [SPEECHES[language], ...Object.values(ANNOUNCEMENTS[language])];
    for (const text of texts) expect(splitByRules(text)).toEqual(splitByUnicode(text, language));
  });

  it.each(TESTED_LANGUAGES)("are the same in %s for the voice and for reactions", (language) => {
    const speech = SPEECHES[language];
    expect(splitSpeech(speech)).toEqual(
      splitByUnicode(speech, language).map((each) => each.trim()),
    );
    expect(splitSentences(speech)).toEqual(splitSpeech(speech));
  });

  it.each([
    ["हम सहमत नहीं हैं। क्या यह उचित है? नहीं॥ इसके लिए प्रमाण चाहिए।", 3],
    ["هل هذا عادل حقا؟ لا أحد يصدق ذلك! نحتاج إلى دليل.", 3],
    [
      "これは本当に公平なことでしょうか？誰もそのような話を信じていません！「証拠が必要です。」と彼は言いました。",
      3,
    ],
    ["这样真的是对所有人都公平吗？没有人会相信这样的说法！我们还需要更多可靠的证据。", 3],
  ])("end at the signs of their script: %s", (speech, count) => {
    expect(splitSpeech(speech)).toHaveLength(count);
  });
});

describe("the captions of a script without spaces", () => {
  const THAI = "หุ่นยนต์ควรมีสิทธิ์เหมือนมนุษย์หรือไม่".repeat(80);

  it.each([
    ["Thai", THAI],
    ["letters with many marks", "a\u0301\u0302\u0303".repeat(500)],
    ["emoji", "👩🏽\u200d🚀".repeat(300)],
    ["one letter with 300 marks", `a${"\u0301".repeat(300)}`],
  ])("lose nothing of %s and stay within the limit", (_what, speech) => {
    const captions = splitCaptions(speech);
    expect(captions.join("")).toBe(speech);
    for (const { length } of captions) expect(length).toBeLessThanOrEqual(MAX_CAPTION_CHARACTERS);
  });

  it("never begin with a mark of the character before", () => {
    const pieces = [...splitCaptions(THAI), ...splitSentences(THAI)];
    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces.filter((piece) => /^[\p{M}\u200d\udc00-\udfff]/u.test(piece))).toEqual([]);
  });
});
