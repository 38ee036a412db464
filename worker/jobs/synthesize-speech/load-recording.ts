import { SPEAKABLE_TURN_COLUMNS_SQL, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { IS_BROADCASTING_SQL } from "#infra/db/debates/live-debate-sql.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import type { SpokenPart } from "#shared/domain/audio/sentence-schedule.ts";
import type { TurnText } from "#worker/speech/stream-turn-sentences.ts";

export interface RecordingForJob extends SpeakableTurn, TurnText {
  id: number;
  debateId: number;
  turnNumber: number;
  /**
   * Sentences that already have a time in the live voice. `spokenAttempt` is the number of the
   * turn's attempt from which their text comes.
   */
  spoken: SpokenPart[];
  spokenAttempt: number | null;
  /**
   * Whether the sentences are sent to live listeners: only for a turn's first recording, and only
   * while the debate is live.
   */
  isLive: boolean;
}

const RECORDING_SQL = `
  SELECT a.id, t.debate_id AS "debateId", t.turn_number AS "turnNumber", t.status AS "turnStatus",
         t.attempt AS "turnAttempt", a.spoken, a.turn_attempt AS "spokenAttempt",
         a.is_on_air AND a.version = 0 AND ${IS_BROADCASTING_SQL} AS "isLive", ${SPEAKABLE_TURN_COLUMNS_SQL}
    FROM audio_cache a JOIN turns t ON t.id = a.turn_id JOIN debates d ON d.id = t.debate_id
   WHERE a.id = $1`;

/** Throws `LeaseLostError` if the recording's debate was deleted. */
export const loadRecording = async (sql: Sql, id: number): Promise<RecordingForJob> => {
  const [recording] = await selectRows<RecordingForJob>(sql, RECORDING_SQL, [id]);
  if (!recording) throw new LeaseLostError();
  return recording;
};
