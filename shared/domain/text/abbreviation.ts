/** Longer than all abbreviations below. */
const LOOKBACK_CHARACTERS = 12;
const LOOKAHEAD_CHARACTERS = 8;

/**
 * The end of a text without its full stop: an initial, or an abbreviation that often stands before a
 * name or noun. Two capitals, as in "TV", are a word. Only listed lowercase letters are
 * abbreviations, because in many languages one letter is a word that can end a sentence.
 */
const BEFORE_WORD =
  /(?:^|[^\p{L}\p{M}\p{N}'’])(?:\p{Lu}|[zdups]|(?<=[zdu]\.\s?)[ahs]|Mrs?|Ms|Dr|Sr|St|[HNF]r|Mrd|bzw|vgl|vs|M(?:me|lle|io|M)|Sra|Dra|Prof|Sen|Gen|EE|ca|ex|डॉ|प्रो)$/u;
const BEFORE_NUMBER = /[^\p{L}](?:[Aa]rt|[Nn]o|[Nn]úm|[Pp]ágs?|Jan|Feb|Aug|Sept?|Oct|Nov|Dec)$/u;
const ORDINAL = /(?:^|[^\p{L}\p{N}])\d{1,2}$/u;
/** What often follows a German ordinal: a month, "Jahrhundert" or "Weltkrieg". */
const AFTER_ORDINAL = /^\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jah|Wel|\p{L}{1,2}$)/u;

/**
 * Whether the full stop at this index belongs to an abbreviation or a German ordinal and so does
 * not end the sentence. After a number, the text may still be arriving: one or two letters are not
 * enough to decide, so it counts as an ordinal.
 */
export const isAbbreviation = (text: string, stopIndex: number): boolean => {
  const before = text.slice(Math.max(0, stopIndex - LOOKBACK_CHARACTERS), stopIndex);
  const after = text.slice(stopIndex + 1, stopIndex + LOOKAHEAD_CHARACTERS);
  return (
    (BEFORE_WORD.test(before) && /^(?:\s|$)/.test(after)) ||
    (BEFORE_NUMBER.test(before) && /^\s\p{N}/u.test(after)) ||
    (ORDINAL.test(before) && AFTER_ORDINAL.test(after))
  );
};
