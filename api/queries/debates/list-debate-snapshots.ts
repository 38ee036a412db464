import { ANSWERED_BY_SQL, IS_SEAL_IN_FORCE_SQL } from "#infra/db/debates/sealed-results-sql.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { autoPlaySql, languageSql, paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import { TURN_AUDIO_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import type { DebateSnapshot } from "#shared/contract/events.ts";

/** State of a debate. `votes` is a text that changes with every vote and reaction. */
export interface DebateSnapshotColumns extends DebateSnapshot {
  votes: string;
  userId: number;
  maxTurns: number;
  spokenAt: Date | null;
  /**
   * Users who have voted or skipped the vote, and so see the results. Null while the debate runs,
   * and after all members see the results.
   */
  answeredBy: number[] | null;
}

export const DEBATE_SNAPSHOTS_SQL = `
  SELECT d.id AS "debateId", d.status, d.current_turn AS "currentTurn", d.scores, d.refunded, d.refusal,
         d.is_public AS "isPublic", d.share_enabled AS "shareEnabled",
         d.only_owner_steps AS "onlyOwnerSteps", ${paceSql("d")} AS pace, ${autoPlaySql("d")} AS "autoPlay",
         d.spending_pause AS "spendingPause", ${languageSql("d")} AS language, d.user_id AS "userId",
         d.max_turns AS "maxTurns", d.spoken_at AS "spokenAt",
         CASE WHEN d.status = 'completed' AND ${IS_SEAL_IN_FORCE_SQL} THEN ${ANSWERED_BY_SQL} END
           AS "answeredBy",
         concat_ws(' ', d.upvotes, d.downvotes, d.winner_votes) AS votes,
         (SELECT coalesce(json_agg(json_build_object(
                   'id', t.id, 'attempt', t.attempt, 'status', t.status,
                   'bytes', octet_length(t.content), 'isJudged', t.judge IS NOT NULL,
                   'isHidden', t.is_hidden,
                   'audio', coalesce((SELECT ${TURN_AUDIO_SQL} FROM audio_cache a
                                       WHERE a.turn_id = t.id AND t.status = 'complete' AND NOT t.is_hidden),
                     '{"status": "none", "durationMs": null, "version": 0}'))
                 ORDER BY t.turn_number), '[]')
            FROM turns t WHERE t.debate_id = d.id) AS turns
    FROM debates d WHERE d.id = ANY($1::int[])`;

/** Returns the state of the given debates. Deleted debates are left out. */
export const listDebateSnapshots = (
  sql: Sql,
  debateIds: readonly number[],
): Promise<DebateSnapshotColumns[]> =>
  selectRows<DebateSnapshotColumns>(sql, DEBATE_SNAPSHOTS_SQL, [debateIds]);
