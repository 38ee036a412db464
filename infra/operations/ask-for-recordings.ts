import { isSpeakable } from "#shared/domain/spoken-text.ts";
import { speechOf, type TurnToSpeak } from "../audio/speech.ts";
import type { VoiceAccess } from "../access.ts";
import { change, type Sql } from "../db/sql.ts";

/** A recording whose making has to be told to the queue. */
export interface AskedRecording {
  id: number;
  turnId: number;
  attempt: number;
}

/** What failed for good is not tried again sooner than this, however often somebody asks. */
export const FAILURE_RESTS_S = 5;

/** When a recording that is there, or was tried, is made anew; `a` is its row. */
const AGAIN = {
  /** Once it has failed, and rested. */
  listener: `a.version = 0 AND a.status = 'failed'
             AND a.heartbeat_at < now() - interval '${FAILURE_RESTS_S} seconds'`,
  /** Whatever there is; one that is being made already is new enough. */
  admin: `a.status IN ('complete', 'failed')`,
} as const;

const ask = (who: keyof typeof AGAIN): string => `
  INSERT INTO audio_cache AS a (turn_id, provider, is_secondary, content_hash)
  SELECT * FROM unnest($1::int[], $2::text[], $3::boolean[], $4::text[])
  ON CONFLICT (turn_id) DO UPDATE
     SET status = 'pending', failures = 0, error = NULL, run_at = now()
   WHERE ${AGAIN[who]}
  RETURNING a.id, a.turn_id AS "turnId", a.attempt`;

const ASK = { listener: ask("listener"), admin: ask("admin") } as const;

/**
 * Asks for recordings of these finished turns. Returns those that nobody is making yet, for the
 * queue to hear of after the commit. Turns without anything to say are left out.
 */
export const askForRecordings = (
  sql: Sql,
  voice: VoiceAccess,
  turns: readonly TurnToSpeak[],
  who: keyof typeof AGAIN,
): Promise<AskedRecording[]> => {
  const speeches = turns
    .filter(({ content }) => isSpeakable(content))
    .map((turn) => speechOf(turn, voice));
  return change<AskedRecording>(sql, ASK[who], [
    speeches.map(({ turnId }) => turnId),
    speeches.map(({ provider }) => provider),
    speeches.map(({ isSecondary }) => isSecondary),
    speeches.map(({ contentHash }) => contentHash),
  ]);
};
