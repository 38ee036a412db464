import {
  getBaseLanguage,
  getLanguageName,
  type Language,
  type LanguageTag,
} from "../debates/language/language.ts";

/**
 * The voices of the two sides in a language. Null if the providers' usual voices speak the
 * language.
 */
export type SideVoices = readonly [ofFor: string, ofAgainst: string] | null;

/** The languages that a speech service speaks, with their voices. */
export type VoiceLanguages = ReadonlyMap<Language, SideVoices>;

/**
 * The languages of debates that OpenAI's speech models speak. According to OpenAI's documentation,
 * these are the languages of its model Whisper:
 * https://platform.openai.com/docs/guides/text-to-speech#supported-languages
 */
export const OPENAI_VOICE_LANGUAGES: readonly Language[] = [
  ...(["ar", "az", "be", "bg", "ca", "cs", "da", "de", "el", "en"] as const),
  ...(["es", "et", "fa", "fi", "fil", "fr", "he", "hi", "hr", "hu"] as const),
  ...(["hy", "id", "is", "it", "ja", "kn", "ko", "lt", "lv", "mr"] as const),
  ...(["nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv"] as const),
  ...(["ta", "th", "tr", "uk", "ur", "vi", "zh"] as const),
];

/** The fake speech service has only English voices. */
export const FAKE_VOICE_LANGUAGES: VoiceLanguages = new Map([["en", null]]);

/** Whether the speech service speaks the language of the tag. Regions are not compared. */
export const speaksLanguage = (
  { languages }: { languages: VoiceLanguages },
  tag: LanguageTag,
): boolean => languages.has(getBaseLanguage(tag));

/** Message for users if the speech service does not speak the debate's language. */
export const describeMissingVoice = (tag: LanguageTag): string =>
  `No voice for ${getLanguageName(tag)} here`;
