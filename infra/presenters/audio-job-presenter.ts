export const AUDIO_JOB_COLUMNS_SQL = `
  j.id AS "jobId", j.debate_id AS "debateId", j.turns, j.total, j.done, j.failed, j.status`;
