import { z } from "zod";
import { withoutHidden } from "#shared/domain/hidden-text.ts";
import { wholeSentences } from "#shared/domain/whole-sentences.ts";

/** Half a character, without the other half. */
const HALVES = /\p{Cs}/gu;

export const wellFormed = (text: string): string => text.replace(HALVES, "\uFFFD");

/** A judge is asked for some sentences. */
const LONGEST = 3000;

const shortened = (text: string): string => {
  if (text.length <= LONGEST) return text;
  const beginning = text.slice(0, LONGEST);
  return wholeSentences(beginning) || beginning;
};

/** A text in a model's structured reply, fit to be stored and shown. */
export const ReplyText = z
  .string()
  .transform((text) => wellFormed(shortened(withoutHidden(text).trim())))
  .pipe(z.string().min(1));
