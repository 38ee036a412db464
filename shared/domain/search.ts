/** The longest text that one can search for, in characters. */
export const SEARCH_MAX = 100;

/** Nobody leafs further than so many results: what more there is of a search is neither counted nor sent. */
export const MOST_FOUND = 500;

/** Whether a text has a letter or a digit, without which neither an index nor a reader finds it. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether one of these search texts finds nothing, without looking; an empty one finds everything. */
export const findsNothing = (...texts: readonly string[]): boolean =>
  texts.some((text) => text !== "" && !isSearchable(text));
