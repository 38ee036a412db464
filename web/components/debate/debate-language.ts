import { createContext, useContext } from "react";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
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
