import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { IS_BROADCASTING } from "#infra/db/live-rule.ts";
import { LostWork } from "#infra/db/work.ts";
import type { SpokenPart } from "#shared/domain/air-times.ts";
import type { Words } from "../speech/follow-speech.ts";

export interface RecordingForJob extends TurnToSpeak, Words {
  id: number;
  debateId: number;
  turnNumber: number;
  /** The sentences on the live schedule, and the turn's attempt that they belong to. */
  spoken: SpokenPart[];
  spokenAttempt: number | null;
  /**
   * Whether its sentences are broadcast: only a first recording is, and only while its debate is
   * live.
   */
  isLive: boolean;
}

const RECORDING = `
  SELECT a.id, t.debate_id AS "debateId", t.turn_number AS "turnNumber", t.status AS "turnStatus",
         t.attempt AS "turnAttempt", a.spoken, a.turn_attempt AS "spokenAttempt",
         a.is_on_air AND a.version = 0 AND ${IS_BROADCASTING} AS "isLive", ${TURN_TO_SPEAK}
    FROM audio_cache a JOIN turns t ON t.id = a.turn_id JOIN debates d ON d.id = t.debate_id
   WHERE a.id = $1`;

/** Throws `LostWork` if its debate was deleted. */
export const loadRecording = async (sql: Sql, id: number): Promise<RecordingForJob> => {
  const [recording] = await select<RecordingForJob>(sql, RECORDING, [id]);
  if (!recording) throw new LostWork();
  return recording;
};
