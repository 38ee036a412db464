import { z } from "zod";

/** What PostgreSQL refuses (NUL) or no page shows; line feeds and tabs stay. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Half a character, without the other half. */
const HALVES = /\p{Cs}/gu;

export const withoutControls = (text: string): string => text.replace(CONTROLS, "");
export const wellFormed = (text: string): string => text.replace(HALVES, "\uFFFD");

/** A text in a model's structured reply, fit to be stored and shown. */
export const ReplyText = z
  .string()
  .transform((text) => wellFormed(withoutControls(text)).trim())
  .pipe(z.string().min(1));
