import type { LanguageTag } from "./language.ts";
import { getTextAttributes } from "./text-attributes.ts";

/** Attributes for HTML that is built as a string. */
export const renderTextAttributes = (language: LanguageTag, text?: string): string => {
  const { lang, dir } = getTextAttributes(language, text);
  return `lang="${lang}" dir="${dir}"`;
};

/**
 * Isolates a right-to-left text in a plain English sentence, for example a label, so that its
 * direction does not reorder the words around it.
 */
export const isolateText = (text: string): string =>
  getTextAttributes("ar", text).dir === "rtl" ? `\u2068${text}\u2069` : text;
