export const SEARCH_MAX_CHARACTERS = 100;

/** Maximum number of search results. Further results are neither counted nor sent. */
export const MAX_SEARCH_RESULTS = 500;

/**
 * Whether a text contains a letter or digit, which a search needs. The Arabic tatweel does not
 * count, because it only stretches a word.
 */
export const isSearchable = (text: string): boolean => /(?!\u0640)[\p{L}\p{N}]/u.test(text);

/** Whether one of these texts cannot match anything. Empty texts match everything. */
export const hasUnsearchableText = (...texts: readonly string[]): boolean =>
  texts.some((text) => text !== "" && !isSearchable(text));
