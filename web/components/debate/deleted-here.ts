/** The debate whose own page is deleting it, until it is left: what is heard of its end is no news to it. */
export const deletedHere = new Set<number>();
