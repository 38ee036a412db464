import { createContext, useContext } from "react";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import {
  getTextAttributes,
  type TextAttributes,
} from "#shared/domain/debates/language/text-attributes.ts";

/** The language of the debate that a page or scene shows. */
export const DebateLanguage = createContext<LanguageTag>("en");

/**
 * Returns `lang` and `dir` of a text of the debate. Pass `text` if a user wrote it (the topic),
 * because it may be in another script than the debate.
 */
export const useTextAttributes = (text?: string): TextAttributes =>
  getTextAttributes(useContext(DebateLanguage), text);

/** Returns a text of the debate as it is shown, with no-break spaces at French marks. */
export const useBoundText = (text: string): string =>
  bindPunctuation(text, useContext(DebateLanguage));
