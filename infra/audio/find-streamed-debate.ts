import { selectRows, type Sql } from "#infra/db/sql.ts";
import { WRITTEN_AT_MS_SQL } from "#infra/db/debates/live-debate-sql.ts";
import type { SpokenPart } from "#shared/domain/audio/sentence-schedule.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";

export interface StreamedTurn {
  turnId: number;
  turnNumber: number;
  status: TurnStatus;
  attempt: number;
  isHidden: boolean;
  /** Null if no recording was requested. */
  recordingId: number | null;
  version: number | null;
  recordingStatus: "pending" | "running" | "complete" | "failed" | null;
  isOnAir: boolean | null;
  spoken: SpokenPart[] | null;
  spokenAttempt: number | null;
}

export interface StreamedDebate extends DebateSubject {
  maxTurns: number;
  /** Whether Auto-Play is on. */
  isAutoPlayOn: boolean;
  /**
   * Time when the last turn was completed, in milliseconds since 1970. For a debate without turns,
   * the time of its creation.
   */
  writtenAt: number;
  /** Current time of the database, in milliseconds since 1970. */
  now: number;
  turns: StreamedTurn[];
}

const NOW_MS_SQL = "(extract(epoch FROM clock_timestamp()) * 1000)::float";

/**
 * SELECT over `debates d` that loads debates with their turns for the live stream. The caller
 * appends a WHERE clause.
 */
export const SELECT_STREAMED_DEBATES_SQL = `
  SELECT d.id, d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status, d.max_turns AS "maxTurns",
         d.auto_play_by IS NOT NULL AS "isAutoPlayOn", ${NOW_MS_SQL} AS now, ${WRITTEN_AT_MS_SQL} AS "writtenAt",
         (SELECT coalesce(json_agg(json_build_object(
                   'turnId', t.id, 'turnNumber', t.turn_number, 'status', t.status,
                   'attempt', t.attempt, 'isHidden', t.is_hidden, 'recordingId', a.id,
                   'version', a.version, 'recordingStatus', a.status, 'isOnAir', a.is_on_air,
                   'spoken', a.spoken, 'spokenAttempt', a.turn_attempt) ORDER BY t.turn_number), '[]')
            FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
           WHERE t.debate_id = d.id) AS turns
    FROM debates d`;

export const findStreamedDebate = async (
  sql: Sql,
  debateId: number,
): Promise<StreamedDebate | undefined> => {
  const [found] = await selectRows<StreamedDebate>(
    sql,
    `${SELECT_STREAMED_DEBATES_SQL} WHERE d.id = $1`,
    [debateId],
  );
  return found;
};
