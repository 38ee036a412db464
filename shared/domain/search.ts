/** The longest text that one can look for, in characters: a whole topic. */
export const SEARCH_MAX = 300;

/** Nobody leafs further than so many results: what more there is of a search is neither counted nor sent. */
export const MOST_FOUND = 500;
