import { select, type Sql } from "#infra/db/sql.ts";
import type { LiveColumns } from "#infra/views/live-debate.ts";
import { LIVE_SHOWN } from "#shared/domain/live.ts";

/**
 * Live debates: a turn is being written or Auto-Play is on, and the debate has not ended.
 * Debates with a streaming turn come first. Both lookups use an index.
 */
export const LIVE_DEBATES = `
  WITH live AS (
    SELECT t.debate_id AS id FROM turns t WHERE t.status IN ('pending', 'streaming')
    UNION
    SELECT d.id FROM debates d WHERE d.auto_play_by IS NOT NULL)
  SELECT d.id, d.topic, d.format, d.user_id AS "userId", u.username AS "ownerName",
         d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         d.max_turns AS "maxTurns", turn.*
    FROM live
    JOIN debates d ON d.id = live.id
    JOIN users u ON u.id = d.user_id
    LEFT JOIN LATERAL (
      SELECT t.turn_number AS "turnNumber", t.status AS "turnStatus", t.content,
             t.is_hidden AS "isHidden"
        FROM turns t WHERE t.debate_id = d.id AND t.status IN ('streaming', 'complete')
       ORDER BY t.turn_number DESC LIMIT 1) AS turn ON true
   WHERE d.is_public AND NOT d.is_unlisted AND d.status <> 'completed'
   ORDER BY turn."turnStatus" = 'streaming' DESC NULLS LAST, d.popularity DESC, d.id DESC
   LIMIT ${LIVE_SHOWN}`;

/** Returns the first few public live debates. */
export const listLiveDebates = (reads: Sql): Promise<LiveColumns[]> =>
  select<LiveColumns>(reads, LIVE_DEBATES);
