import { select, type Sql } from "#infra/db/sql.ts";
import { JUST_SPOKEN } from "#infra/views/listed-debate.ts";
import type { LiveColumns } from "#infra/views/live-debate.ts";
import { LIVE_SHOWN } from "#shared/domain/live.ts";

/**
 * Found by those few rows that are open or just ended; those in which somebody speaks come first. Public
 * is said twice: of the active ones that are there is an index.
 */
export const LIVE_DEBATES = `
  WITH live AS (
    SELECT t.debate_id AS id FROM turns t WHERE t.status IN ('pending', 'streaming')
    UNION
    SELECT d.id FROM debates d WHERE d.status = 'active' AND d.is_public AND ${JUST_SPOKEN})
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
   WHERE d.is_public AND NOT d.is_unlisted
   ORDER BY turn."turnStatus" = 'streaming' DESC NULLS LAST, d.popularity DESC, d.id DESC
   LIMIT ${LIVE_SHOWN}`;

/** The public debates that go on now, the first few of them. */
export const listLiveDebates = (reads: Sql): Promise<LiveColumns[]> =>
  select<LiveColumns>(reads, LIVE_DEBATES);
