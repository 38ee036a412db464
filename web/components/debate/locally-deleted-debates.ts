/**
 * Ids of debates deleted from their own page. The page ignores the deletion's event while it
 * navigates away.
 */
export const locallyDeletedDebateIds = new Set<number>();
