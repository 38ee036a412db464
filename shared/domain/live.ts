/** Debates that a list shows with their words moving. */
export const LIVE_SHOWN = 3;

/** Characters of what is being said that a list shows. */
export const LIVE_WORDS = 200;

/** The longest line of a debate that a list shows, in characters. */
export const LINE_MAX = 220;
