/** A process that has said nothing for so long has nobody who listens. */
export const SILENCE = "interval '10 seconds'";

/** Whether anybody listens to the debate of this id live, in SQL. */
export const isListenedSql = (debateId: string): string => `
  EXISTS (SELECT FROM listeners WHERE debate_id = ${debateId} AND heard_at > now() - ${SILENCE})`;
