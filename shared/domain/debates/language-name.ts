import type { LanguageTag } from "./language.ts";

/** Returns the English name of a language, such as "Brazilian Portuguese". */
export const getLanguageName = (tag: LanguageTag): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
