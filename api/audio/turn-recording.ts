import { SPEAKABLE_TURN_COLUMNS_SQL, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { TurnStatus, TurnType } from "#shared/domain/debates/turn.ts";

export interface StoredRecording {
  recordingId: number;
  version: number;
  etag: string;
  size: number;
}

interface MissingRecording {
  version: null | 0;
}

export type TurnWithRecording = SpeakableTurn &
  DebateSubject & {
    turnNumber: number;
    type: TurnType;
    turnStatus: TurnStatus;
    isHidden: boolean;
    model: string | null;
    recordingStatus: "pending" | "running" | "complete" | "failed" | null;
    error: string | null;
  } & (StoredRecording | MissingRecording);

export const TURN_WITH_RECORDING_SQL = `
  SELECT ${SPEAKABLE_TURN_COLUMNS_SQL}, t.turn_number AS "turnNumber", t.type, t.status AS "turnStatus",
         t.is_hidden AS "isHidden", t.model, d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status,
         a.id AS "recordingId", a.version, a.etag, octet_length(a.audio_data) AS size,
         a.status AS "recordingStatus", a.error
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE t.id = $1`;

export const hasRecording = <T extends { version: number | null }>(
  audio: T,
): audio is Extract<T, StoredRecording> => audio.version !== null && audio.version > 0;
