/**
 * Replacements before quotes are compared, so that variants of a character count as equal. An empty
 * string means that the character is ignored.
 */
const CHARACTER_VARIANTS: Record<string, string> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u2013": "-",
  "\u2014": "-",
  "*": "",
  _: "",
  "`": "",
};

/**
 * Normalizes a text for comparison. `offsets` has each character's position in the original text.
 */
const foldText = (text: string): { text: string; offsets: number[] } => {
  const offsets: number[] = [];
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const folded = /\s/.test(character) ? " " : (CHARACTER_VARIANTS[character] ?? character);
    if (folded === "" || (folded === " " && result.endsWith(" "))) continue;
    result += folded;
    offsets.push(at);
  }
  return { text: result, offsets };
};

const unwrapQuote = (quote: string): string =>
  quote
    .replace(/^(?:["'\u201c\u2018]|\u2026|\.{3})/, "")
    .replace(/(?:["'\u201d\u2019]|\u2026|\.{3})$/, "")
    .trim();

/**
 * Finds the judge's quotes in the text and returns them exactly as the text has them. Drops quotes
 * that the text does not contain.
 */
export const findLiteralQuotes = (quotes: readonly string[], text: string): string[] => {
  // The text is only normalized on demand, because most quotes match exactly.
  let foldedText: ReturnType<typeof foldText> | undefined;
  const passage = (quote: string): string => {
    const foldedQuote = foldText(quote).text;
    const folded = (foldedText ??= foldText(text));
    const at = foldedQuote === "" ? -1 : folded.text.indexOf(foldedQuote);
    const last = folded.offsets[at + foldedQuote.length - 1] ?? -1;
    return at < 0 ? "" : text.slice(folded.offsets[at], last + 1);
  };
  const findOriginal = (quote: string): string =>
    text.includes(quote) ? quote : passage(quote) || passage(unwrapQuote(quote));
  const found = quotes.map((quote) => findOriginal(quote.trim()));
  return [...new Set(found.filter((quote) => quote !== ""))];
};
