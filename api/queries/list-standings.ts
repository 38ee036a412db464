import { select, type Sql } from "#infra/db/sql.ts";
import { autoPlayOf, paceOf } from "#infra/views/debate-progress.ts";
import { TURN_AUDIO } from "#infra/views/turn-audio.ts";
import type { DebateStanding } from "#shared/contract/events.ts";

/** State of a debate. `votes` changes with every vote and reaction. */
export interface StandingRow extends DebateStanding {
  votes: string;
  userId: number;
}

export const STANDINGS = `
  SELECT d.id AS "debateId", d.status, d.current_turn AS "currentTurn", d.scores, d.refunded, d.refusal,
         d.is_public AS "isPublic", d.share_enabled AS "shareEnabled",
         d.only_owner_steps AS "onlyOwnerSteps", ${paceOf("d")} AS pace, ${autoPlayOf("d")} AS "autoPlay",
         d.spending_pause AS "spendingPause", d.user_id AS "userId",
         concat_ws(' ', d.upvotes, d.downvotes, d.winner_votes) AS votes,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', t.id, 'attempt', t.attempt, 'status', t.status,
                   'bytes', octet_length(t.content), 'isJudged', t.judge IS NOT NULL,
                   'isHidden', t.is_hidden,
                   'audio', coalesce((SELECT ${TURN_AUDIO} FROM audio_cache a
                                       WHERE a.turn_id = t.id AND t.status = 'complete' AND NOT t.is_hidden),
                     '{"status": "none", "durationMs": null, "version": 0}'))
                 ORDER BY t.turn_number), '[]')
            FROM turns t WHERE t.debate_id = d.id) AS turns
    FROM debates d WHERE d.id = ANY($1::int[])`;

/** Returns the state of these debates. Deleted ones are left out. */
export const listStandings = (reads: Sql, debateIds: readonly number[]): Promise<StandingRow[]> =>
  select<StandingRow>(reads, STANDINGS, [debateIds]);
