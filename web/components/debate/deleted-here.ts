/** Debates that this page is deleting: what is heard of their end is no news to it. */
export const deletedHere = new Set<number>();

export const isDeletedHere = (debateId: number): boolean => deletedHere.has(debateId);
