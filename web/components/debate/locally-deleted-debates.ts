/**
 * Ids of debates that this page has deleted. It ignores the event about the deletion while it
 * navigates away.
 */
export const locallyDeletedDebateIds = new Set<number>();
