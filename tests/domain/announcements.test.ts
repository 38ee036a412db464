import {
  ANNOUNCEMENT_LANGUAGES,
  ANNOUNCEMENT_NAMES,
  ANNOUNCEMENTS,
  buildAnnouncementKey,
  readAnnouncementKey,
  selectAnnouncementLanguage,
} from "#shared/domain/audio/announcements.ts";
import { computeScriptShare, TESTED_LANGUAGES } from "#shared/domain/debates/language/language.ts";

describe("the announcements", () => {
  it("exist in all tested languages, each in its own script and different from all others", () => {
    expect(ANNOUNCEMENT_LANGUAGES).toEqual(TESTED_LANGUAGES);
    const keys = ANNOUNCEMENT_LANGUAGES.flatMap((language) =>
      ANNOUNCEMENT_NAMES.map((name) => buildAnnouncementKey(name, language)),
    );
    const texts = keys.map((key) => readAnnouncementKey(key).text);
    expect(new Set(texts).size).toBe(TESTED_LANGUAGES.length * ANNOUNCEMENT_NAMES.length);
    for (const language of ANNOUNCEMENT_LANGUAGES)
      for (const text of Object.values(ANNOUNCEMENTS[language]))
        expect(computeScriptShare(language, text)).toBeGreaterThan(0.8);
  });

  it.each([
    ["es", /intervenci/, /Continúa con/],
    ["de", /Beitr/, /Melde dich/],
    ["fr", /intervention/, /\btours?\b/],
    ["pt", /intervenç/, /suas vozes/],
    ["ar", /مداخل/, /جول|سجّل/],
    ["he", /נאו/, /תור|דיון|מתווכח/],
  ] as const)("in %s call a turn by one word", (language, word, avoided) => {
    const { pause, invitation, episode, disclosure } = ANNOUNCEMENTS[language];
    for (const text of [pause, invitation, episode]) expect(text).toMatch(word);
    for (const text of [disclosure, pause, invitation, episode]) expect(text).not.toMatch(avoided);
  });

  it("keep their stored names in English, and name other languages", () => {
    expect(buildAnnouncementKey("pause", "en")).toBe("pause");
    expect(buildAnnouncementKey("pause", "ja")).toBe("pause:ja");
    expect(readAnnouncementKey("pause:ja")).toEqual({
      text: ANNOUNCEMENTS.ja.pause,
      language: "ja",
    });
  });

  it.each([
    ["pt-BR", null, "pt"],
    ["zh-Hant-TW", ["en", "zh"], "zh"],
    ["th", null, "en"],
    ["es", ["en"], "en"],
  ] as const)("of a debate in %s with a voice for %j are in %s", (tag, spoken, language) => {
    const voice = spoken && { languages: new Map(spoken.map((each) => [each, null])) };
    expect(selectAnnouncementLanguage(tag, voice)).toBe(language);
  });
});
