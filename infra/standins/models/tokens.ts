/** Cuts text into pieces about as long as a model's tokens; joined they are the text again. */
export const tokensOf = (text: string): string[] =>
  text.match(/\s*[\p{L}\p{N}’']{1,7}|\s*[^\s]|\s+$/gu) ?? [];
