import { select, type Sql } from "#infra/db/sql.ts";
import { WRITTEN_AT_MS } from "#infra/db/live-rule.ts";
import type { SpokenPart } from "#shared/domain/air-times.ts";
import type { DebateSubject } from "#shared/domain/rights.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";

/** A turn and what is spoken of it. */
export interface BroadcastTurn {
  turnId: number;
  turnNumber: number;
  status: TurnStatus;
  attempt: number;
  isHidden: boolean;
  /** Null where nobody has asked for a recording. */
  recordingId: number | null;
  version: number | null;
  making: "pending" | "running" | "complete" | "failed" | null;
  isOnAir: boolean | null;
  spoken: SpokenPart[] | null;
  spokenAttempt: number | null;
}

/** A debate as it can be heard live. */
export interface Broadcast extends DebateSubject {
  maxTurns: number;
  /** It asks for its next turn by itself. */
  isPlaying: boolean;
  /** When its last turn was complete, or it was created, in milliseconds since 1970. */
  writtenAt: number;
  /** By the database's clock, in milliseconds since 1970. */
  now: number;
  turns: BroadcastTurn[];
}

const NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::float";

/** Broadcasts, of `debates d`; what follows says which. */
export const BROADCASTS = `
  SELECT d.id, d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status, d.max_turns AS "maxTurns",
         d.auto_play_by IS NOT NULL AS "isPlaying", ${NOW} AS now, ${WRITTEN_AT_MS} AS "writtenAt",
         (SELECT coalesce(json_agg(json_build_object(
                   'turnId', t.id, 'turnNumber', t.turn_number, 'status', t.status,
                   'attempt', t.attempt, 'isHidden', t.is_hidden, 'recordingId', a.id,
                   'version', a.version, 'making', a.status, 'isOnAir', a.is_on_air,
                   'spoken', a.spoken, 'spokenAttempt', a.turn_attempt) ORDER BY t.turn_number), '[]')
            FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
           WHERE t.debate_id = d.id) AS turns
    FROM debates d`;

/** Undefined when the debate is gone. */
export const findBroadcast = async (
  reads: Sql,
  debateId: number,
): Promise<Broadcast | undefined> => {
  const [found] = await select<Broadcast>(reads, `${BROADCASTS} WHERE d.id = $1`, [debateId]);
  return found;
};
