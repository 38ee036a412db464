import { z } from "zod";
import { removeInvisibleCharacters } from "#shared/domain/text/invisible-characters.ts";
import { trimToLastSentence } from "#shared/domain/text/sentence-excerpts.ts";

const LONE_SURROGATES = /\p{Cs}/gu;

export const replaceLoneSurrogates = (text: string): string =>
  text.replace(LONE_SURROGATES, "\uFFFD");

/** Maximum characters of a reply text. Judges are asked for a few sentences. */
const MAX_REPLY_TEXT_CHARACTERS = 3000;

const truncateReply = (text: string): string => {
  if (text.length <= MAX_REPLY_TEXT_CHARACTERS) return text;
  const beginning = text.slice(0, MAX_REPLY_TEXT_CHARACTERS);
  return trimToLastSentence(beginning) || beginning;
};

/** Schema for a text in a structured reply: cleaned, shortened and not empty. */
export const ReplyText = z
  .string()
  .transform((text) => replaceLoneSurrogates(truncateReply(removeInvisibleCharacters(text).trim())))
  .pipe(z.string().min(1));
