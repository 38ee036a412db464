/** A process without a report for this long counts as having no listeners. */
export const LISTENER_TIMEOUT_SQL = "interval '10 seconds'";

export const hasListenersSql = (debateId: string): string => `
  EXISTS (SELECT FROM listeners WHERE debate_id = ${debateId} AND heard_at > now() - ${LISTENER_TIMEOUT_SQL})`;
