/**
 * Ids of debates deleted from their own page, which ignores the event about it while it navigates
 * away.
 */
export const locallyDeletedDebateIds = new Set<number>();
