/** How long after its last word a debate that goes on counts as live, while nobody asks for more. */
export const LIVE_MS = 120_000;

/** Debates that a list shows with their words moving. */
export const LIVE_SHOWN = 3;

/** Characters of what is being said that a list shows. */
export const LIVE_WORDS = 200;

/** The longest line of a debate that a list shows, in characters. */
export const LINE_MAX = 220;
