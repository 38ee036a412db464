import type { LanguageTag } from "./language.ts";

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "fa", "he", "ku", "ur"]);
const RIGHT_TO_LEFT_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** HTML attributes of an element with text of a debate. */
export interface TextAttributes {
  lang: LanguageTag;
  dir: "rtl" | "auto";
}

/**
 * Returns the attributes of a text in the debate's language. A right-to-left text may start with a
 * Latin name, so its direction does not depend on its first letter. `text` is needed only for texts
 * of users, because a user can write a topic in Latin letters for a debate in Arabic.
 */
export const getTextAttributes = (language: LanguageTag, text?: string): TextAttributes => {
  const [base = language] = language.split("-", 1);
  const isRightToLeft =
    RIGHT_TO_LEFT.has(base) && (text === undefined || RIGHT_TO_LEFT_LETTER.test(text));
  return { lang: language, dir: isRightToLeft ? "rtl" : "auto" };
};
