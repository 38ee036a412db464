import {
  LIVE_DELAY_MS,
  LIVE_TURN_GAP_MS,
  MAX_LISTENED_PAUSE_MS,
} from "#shared/domain/audio/sentence-schedule.ts";
import { LONGEST_BROADCAST_MS } from "#shared/domain/debates/live-previews.ts";

const NOW_MS_SQL = "(extract(epoch FROM now()) * 1000)::float";

/**
 * Time when the last turn of `debates d` was completed, in milliseconds since 1970. For a debate
 * without turns, the time of its creation.
 */
export const WRITTEN_AT_MS_SQL =
  "(extract(epoch FROM coalesce(d.spoken_at, d.created_at)) * 1000)::float";

const IS_CONTINUING_SQL = `
  (d.status <> 'completed' AND (d.auto_play_by IS NOT NULL OR EXISTS (
    SELECT FROM turns o WHERE o.debate_id = d.id AND o.status IN ('pending', 'streaming'))))`;

const LAST_SPOKEN_AT_MS_SQL = `
  (SELECT max((part ->> 'at')::float)
     FROM turns s JOIN audio_cache r ON r.turn_id = s.id, jsonb_array_elements(r.spoken) AS part
    WHERE s.debate_id = d.id)`;

/** SQL version of the function `isBroadcasting`, for a row of `debates d`. */
export const IS_BROADCASTING_SQL = `
  (${IS_CONTINUING_SQL}
   OR ${NOW_MS_SQL} - greatest(${WRITTEN_AT_MS_SQL}, ${LAST_SPOKEN_AT_MS_SQL}) < ${MAX_LISTENED_PAUSE_MS})`;

/**
 * Whether a sentence of `debates d` ends in the future, or a recording for its live stream is in
 * progress. A sentence delays all later ones (see `scheduleSentences`). So each sentence gives a
 * sum: its start, its duration, and the durations and gaps after it. The largest sum is the end of
 * the last sentence.
 */
const IS_BEING_SPOKEN_SQL = `
  (WITH recording AS (
     SELECT t.turn_number AS n, r.status,
            CASE WHEN r.turn_attempt = t.attempt THEN r.spoken ELSE '[]' END AS parts,
            r.version = 0 AND r.is_on_air AND r.status IN ('pending', 'running')
              AND ${IS_BROADCASTING_SQL} AS is_coming,
            t.status IN ('pending', 'streaming') AS is_open
       FROM turns t LEFT JOIN audio_cache r ON r.turn_id = t.id
      WHERE t.debate_id = d.id AND NOT t.is_hidden),
   sentence AS (
     SELECT (part ->> 'at')::float + ${LIVE_DELAY_MS} AS starts_at,
            sum((part ->> 'ms')::float) OVER (
              ORDER BY n, i ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS rest_ms,
            dense_rank() OVER (ORDER BY n DESC) - 1 AS gaps
       FROM recording, jsonb_array_elements(parts) WITH ORDINALITY AS parts (part, i)
      WHERE n <= coalesce((SELECT min(n) FROM recording WHERE is_coming OR is_open), n))
   SELECT EXISTS (SELECT FROM recording WHERE is_coming AND status = 'running')
       OR EXISTS (SELECT FROM sentence
                   WHERE starts_at + rest_ms + gaps * ${LIVE_TURN_GAP_MS} > ${NOW_MS_SQL}))`;

/** SQL version of the function `isLive`, for a row of `debates d`. */
export const IS_LIVE_SQL = `
  (CASE WHEN ${IS_CONTINUING_SQL} THEN true
        WHEN ${NOW_MS_SQL} - ${WRITTEN_AT_MS_SQL} >= ${LONGEST_BROADCAST_MS} THEN false
        ELSE ${IS_BEING_SPOKEN_SQL} END)`;

/** Number of newest recordings that are searched for live debates. */
const MAX_RECENT_RECORDINGS = 1000;

/**
 * SQL for the ids of all debates that may be live. It uses only index scans; `IS_LIVE_SQL` then
 * decides.
 */
export const LIVE_CANDIDATE_IDS_SQL = `
  SELECT debate_id FROM turns WHERE status IN ('pending', 'streaming')
  UNION
  SELECT id FROM debates WHERE auto_play_by IS NOT NULL
  UNION
  SELECT t.debate_id FROM audio_cache a JOIN turns t ON t.id = a.turn_id
   WHERE a.id > (SELECT max(id) FROM audio_cache) - ${MAX_RECENT_RECORDINGS}`;
