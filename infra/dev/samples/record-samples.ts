import { setTimeout } from "node:timers/promises";
import type { Pool } from "pg";
import {
  buildRecordingSpec,
  SPEAKABLE_TURN_COLUMNS_SQL,
  type SpeakableTurn,
} from "#infra/audio/recording-spec.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { SAMPLE_OWNER_EMAIL } from "./sample-debates.ts";

/** Priority of the jobs: recordings that listeners request have a smaller number and run first. */
const LOWEST_PRIORITY = 1000;
const POLL_INTERVAL_MS = 500;

/** Turns of finished samples without a recording, those of the newest debate first. */
const UNRECORDED_TURNS_SQL = `
  SELECT ${SPEAKABLE_TURN_COLUMNS_SQL}
    FROM turns t JOIN debates d ON d.id = t.debate_id JOIN users u ON u.id = d.user_id
   WHERE u.email = $1 AND d.status = 'completed'
     AND NOT EXISTS (SELECT FROM audio_cache a WHERE a.turn_id = t.id)
   ORDER BY d.id DESC, t.turn_number`;

const ADD_RECORDING_SQL = `
  INSERT INTO audio_cache (turn_id, provider, is_secondary, content_hash, priority)
  SELECT $1::int, $2, $3, $4, $5 WHERE EXISTS (SELECT FROM turns WHERE id = $1)
  ON CONFLICT DO NOTHING`;

const IS_OPEN_SQL = `
  SELECT FROM audio_cache WHERE turn_id = $1 AND status IN ('pending', 'running')`;

/**
 * Requests the missing recordings of the samples one at a time, so that a listener waits for at
 * most one of them. The worker's reconciler finds the jobs.
 */
export const recordSamples = async (
  pool: Pool,
  voice: VoiceConfig,
  signal: AbortSignal,
): Promise<void> => {
  const { rows } = await pool.query<SpeakableTurn>(UNRECORDED_TURNS_SQL, [SAMPLE_OWNER_EMAIL]);
  for (const turn of rows.filter(({ language }) => speaksLanguage(voice, language))) {
    const { turnId, provider, isSecondary, contentHash } = buildRecordingSpec(turn, voice);
    const values = [turnId, provider, isSecondary, contentHash, LOWEST_PRIORITY];
    await pool.query(ADD_RECORDING_SQL, values);
    do await setTimeout(POLL_INTERVAL_MS, undefined, { signal });
    while ((await pool.query(IS_OPEN_SQL, [turnId])).rowCount !== 0);
  }
};
