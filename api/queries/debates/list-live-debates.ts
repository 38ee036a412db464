import { IS_LIVE_SQL, LIVE_CANDIDATE_IDS_SQL } from "#infra/db/debates/live-debate-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { LiveDebateColumns } from "#infra/presenters/live-debate-presenter.ts";
import { MAX_LIVE_PREVIEWS } from "#shared/domain/debates/live-previews.ts";

/**
 * Live debates. Debates with a streaming turn come first. Completed debates whose audio is still
 * playing come last.
 */
const LIVE_DEBATES_SQL = `
  SELECT d.id, d.topic, d.language, d.status, d.format, d.user_id AS "userId", u.username AS "ownerName",
         d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         d.max_turns AS "maxTurns", turn.*
    FROM debates d
    JOIN users u ON u.id = d.user_id
    LEFT JOIN LATERAL (
      SELECT t.turn_number AS "turnNumber", t.status AS "turnStatus", t.content,
             t.is_hidden AS "isHidden"
        FROM turns t WHERE t.debate_id = d.id AND t.status IN ('streaming', 'complete')
       ORDER BY t.turn_number DESC LIMIT 1) AS turn ON true
   WHERE d.id IN (${LIVE_CANDIDATE_IDS_SQL}) AND d.is_public AND NOT d.is_unlisted AND ${IS_LIVE_SQL}
   ORDER BY d.status = 'completed', turn."turnStatus" = 'streaming' DESC NULLS LAST, d.popularity DESC, d.id DESC
   LIMIT ${MAX_LIVE_PREVIEWS}`;

export const listLiveDebates = (sql: Sql): Promise<LiveDebateColumns[]> =>
  selectRows<LiveDebateColumns>(sql, LIVE_DEBATES_SQL);
