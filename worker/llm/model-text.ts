import { z } from "zod";
import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { wholeSentences } from "#shared/domain/whole-sentences.ts";

const HALVES = /\p{Cs}/gu;

export const wellFormed = (text: string): string => text.replace(HALVES, "\uFFFD");

/** Maximum characters of a reply text. Judges are asked for a few sentences. */
const LONGEST = 3000;

const shortened = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const beginning = text.slice(0, LONGEST);
  return wholeSentences(beginning) || beginning;
};

/** Schema for a text in a structured reply: cleaned, shortened and not empty. */
export const ReplyText = z
  .string()
  .transform((text) => wellFormed(shortened(withoutHidden(text).trim())))
  .pipe(z.string().min(1));
