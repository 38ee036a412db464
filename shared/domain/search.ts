/** The longest text that one can look for, in characters: a whole topic. */
export const SEARCH_MAX = 300;
