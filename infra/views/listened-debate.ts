/** A process that has said nothing for so long has nobody who listens. */
export const SILENCE = "interval '10 seconds'";

const isThere = (debateId: string, more = ""): string => `
  EXISTS (SELECT FROM listeners
           WHERE debate_id = ${debateId} AND heard_at > now() - ${SILENCE} ${more})`;

/** Whether anybody listens to the debate of this id live, in SQL. */
export const isListenedSql = (debateId: string): string => isThere(debateId);

/** Whether anybody watches it as a show, in SQL. */
export const isShownSql = (debateId: string): string => isThere(debateId, "AND shows > 0");
