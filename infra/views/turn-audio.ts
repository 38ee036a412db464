/**
 * A turn's recording as listeners see it, of `audio_cache a`: the one there is stays theirs while it
 * is made anew, and when that fails.
 */
export const TURN_AUDIO = `
  json_build_object(
    'status', CASE WHEN a.version > 0 THEN 'ready' WHEN a.status = 'failed' THEN 'failed' ELSE 'pending' END,
    'durationMs', a.duration_ms, 'version', a.version)`;

/** The making of it as admins see it, of `audio_cache a` joined to a finished turn. */
export const MAKING_STATUS = `
  CASE a.status WHEN 'complete' THEN 'ready' WHEN 'failed' THEN 'failed'
                WHEN 'pending' THEN 'pending' WHEN 'running' THEN 'pending' ELSE 'none' END`;

/** How far the finished turns of `debates d` are voiced: `{ ready, pending, failed, missing }`. */
export const AUDIO_COUNTS = `
  (SELECT json_build_object(
            'ready', count(*) FILTER (WHERE a.status = 'complete'),
            'pending', count(*) FILTER (WHERE a.status IN ('pending', 'running')),
            'failed', count(*) FILTER (WHERE a.status = 'failed'),
            'missing', count(*) FILTER (WHERE a.id IS NULL))
     FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
    WHERE t.debate_id = d.id AND t.status = 'complete')`;
