import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import type { DebateSubject } from "#shared/domain/rights.ts";
import type { TurnStatus, TurnType } from "#shared/domain/turn.ts";

export interface StoredRecording {
  recordingId: number;
  version: number;
  etag: string;
  size: number;
}

interface NoRecording {
  version: null | 0;
}

export type TurnToHear = TurnToSpeak &
  DebateSubject & {
    turnNumber: number;
    type: TurnType;
    turnStatus: TurnStatus;
    isHidden: boolean;
    making: "pending" | "running" | "complete" | "failed" | null;
    error: string | null;
  } & (StoredRecording | NoRecording);

export const TURN_TO_HEAR = `
  SELECT ${TURN_TO_SPEAK}, t.turn_number AS "turnNumber", t.type, t.status AS "turnStatus",
         t.is_hidden AS "isHidden", d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status,
         a.id AS "recordingId", a.version, a.etag, octet_length(a.audio_data) AS size,
         a.status AS making, a.error
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE t.id = $1`;

export const isRecorded = <T extends { version: number | null }>(
  audio: T,
): audio is Extract<T, StoredRecording> => audio.version !== null && audio.version > 0;
