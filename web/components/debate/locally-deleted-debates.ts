/**
 * Ids of debates that the user has just deleted on the debate's page. The page ignores the event
 * about the deletion, because it is already navigating away.
 */
export const locallyDeletedDebateIds = new Set<number>();
