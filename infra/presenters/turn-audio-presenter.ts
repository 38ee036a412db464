/**
 * SQL for a turn's recording as listeners see it, over `audio_cache a`. An existing version stays
 * `ready` while a new one is produced, even if that fails.
 */
export const TURN_AUDIO_SQL = `
  json_build_object(
    'status', CASE WHEN a.version > 0 THEN 'ready' WHEN a.status = 'failed' THEN 'failed' ELSE 'pending' END,
    'durationMs', a.duration_ms, 'version', a.version)`;

/**
 * SQL for the state of a turn's recording as admins see it, over `audio_cache a`. `none` if there
 * is no row.
 */
export const RECORDING_STATUS_SQL = `
  CASE a.status WHEN 'complete' THEN 'ready' WHEN 'failed' THEN 'failed'
                WHEN 'pending' THEN 'pending' WHEN 'running' THEN 'pending' ELSE 'none' END`;

/** SQL for the number of recordings by state, over the completed turns of `debates d`. */
export const AUDIO_COUNTS_SQL = `
  (SELECT json_build_object(
            'ready', count(*) FILTER (WHERE a.status = 'complete'),
            'pending', count(*) FILTER (WHERE a.status IN ('pending', 'running')),
            'failed', count(*) FILTER (WHERE a.status = 'failed'),
            'missing', count(*) FILTER (WHERE a.id IS NULL))
     FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
    WHERE t.debate_id = d.id AND t.status = 'complete')`;

/** Columns of `AudioJobProgress`, over `audio_jobs j`. */
export const AUDIO_JOB_COLUMNS_SQL = `
  j.id AS "jobId", j.debate_id AS "debateId", j.turns, j.total, j.done, j.failed, j.status`;
