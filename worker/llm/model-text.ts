import { z } from "zod";
import { withoutHidden } from "#shared/domain/hidden-text.ts";

/** Half a character, without the other half. */
const HALVES = /\p{Cs}/gu;

export const wellFormed = (text: string): string => text.replace(HALVES, "\uFFFD");

/** A text in a model's structured reply, fit to be stored and shown. */
export const ReplyText = z
  .string()
  .transform((text) => wellFormed(withoutHidden(text)).trim())
  .pipe(z.string().min(1));
