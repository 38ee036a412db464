/** A process without a report for this long counts as having no listeners. */
export const SILENCE = "interval '10 seconds'";

export const isListenedSql = (debateId: string): string => `
  EXISTS (SELECT FROM listeners WHERE debate_id = ${debateId} AND heard_at > now() - ${SILENCE})`;
