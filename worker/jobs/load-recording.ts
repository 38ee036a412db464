import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { LostWork } from "#infra/db/work.ts";

/** A recording to be made. */
export interface RecordingForJob extends TurnToSpeak {
  id: number;
  debateId: number;
  turnNumber: number;
}

const RECORDING = `
  SELECT a.id, t.debate_id AS "debateId", t.turn_number AS "turnNumber", ${TURN_TO_SPEAK}
    FROM audio_cache a JOIN turns t ON t.id = a.turn_id JOIN debates d ON d.id = t.debate_id
   WHERE a.id = $1`;

/** Throws `LostWork` when its debate was deleted. */
export const loadRecording = async (sql: Sql, id: number): Promise<RecordingForJob> => {
  const [recording] = await select<RecordingForJob>(sql, RECORDING, [id]);
  if (!recording) throw new LostWork();
  return recording;
};
