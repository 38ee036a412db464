import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";

describe("removing invisible characters from a text", () => {
  it.each([
    ["control characters", "a\u0000b\u0007c\u009Fd\r", "abcd"],
    [
      "characters that change the direction",
      "ab\u202Ecd\u202C \u2066ef\u2069 \u200E\u200F\u061C",
      "abcd ef ",
    ],
    [
      "tag characters, which can hide a second text",
      "Hi\u{E0001}\u{E0049}\u{E0020}\u{E007F}!",
      "Hi!",
    ],
    ["characters without width", "a\u200Bb\u2060c\uFEFFd\u00ADe\u2064f\u180Eg", "abcdef\u180Eg"],
    ["interlinear annotation characters", "\uFFF9a\uFFFAb\uFFFB", "ab"],
    ["blank letters", "a\u115F\u1160\u3164\uFFA0b\u034F", "ab"],
    ["supplementary variation selectors", "a\u{E0100}\u{E01EF}", "a"],
  ])("removes %s", (_what, text, left) => {
    expect(removeInvisibleCharacters(text)).toBe(left);
  });

  it.each([
    ["line feeds and tabs", "a\n\tb"],
    ["joiners", "👩‍👩‍👧 می‌خواهم क्‍ष"],
    ["variation selectors of symbols", "❤️ ☎︎"],
    ["signs around numbers", "\u0600١٢ \u06DD٣"],
    ["combining accents", "e\u0301"],
    ["everything else", "“Ça va” — 50 %, 數 😀."],
  ])("keeps %s", (_what, text) => {
    expect(removeInvisibleCharacters(text)).toBe(text);
  });
});
