import { SPEAKABLE_TURN_COLUMNS_SQL, type SpeakableTurn } from "#infra/audio/recording-spec.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { AnnouncementKey } from "#shared/domain/audio/announcements.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import type { TurnType } from "#shared/domain/debates/turn.ts";
import type { StoredRecording } from "./turn-recording.ts";
import type { Context } from "../context.ts";

export type RecordingSegment = StoredRecording & {
  durationMs: number;
  /**
   * The first 64 bytes. They show the MP3 format and whether the recording begins with a Xing
   * frame.
   */
  header: Buffer;
};

export type EpisodeTurn = SpeakableTurn & {
  turnNumber: number;
  type: TurnType;
  model: string | null;
} & (RecordingSegment | { version: null | 0 });
export type RecordedEpisodeTurn = Extract<EpisodeTurn, RecordingSegment>;

const RECORDING_COLUMNS = `
  a.id AS "recordingId", a.version, a.etag, octet_length(a.audio_data) AS size,
  a.duration_ms AS "durationMs", substring(a.audio_data FROM 1 FOR 64) AS header`;

export const findAnnouncement = async (
  { sql }: Pick<Context, "sql">,
  announcement: AnnouncementKey,
): Promise<RecordingSegment | null> => {
  const statement = `SELECT ${RECORDING_COLUMNS} FROM audio_cache a WHERE a.notice = $1 AND a.version > 0`;
  const [found] = await selectRows<RecordingSegment>(sql, statement, [announcement]);
  return found ?? null;
};

/**
 * SQL conditions for who may hear a debate. `viewer` is true if the signed-in user ($2) may see the
 * debate, and `anyone` if the debate is shared and listed.
 */
const AUDIBLE_TO_SQL = {
  viewer: "(d.is_public OR d.user_id = $2::int)",
  anyone: "d.is_public AND d.share_enabled AND NOT d.is_unlisted",
};

/**
 * Whether a turn may still be sent. Checked during a download, because the debate can become
 * private or the turn hidden. `userId` is null for anonymous listeners.
 */
export const isTurnAudible = async (
  { sql }: Pick<Context, "sql">,
  userId: number | null,
  turnId: number,
): Promise<boolean> => {
  const statement = `
    SELECT FROM turns t JOIN debates d ON d.id = t.debate_id
     WHERE t.id = $1 AND NOT t.is_hidden AND ${AUDIBLE_TO_SQL[userId === null ? "anyone" : "viewer"]}`;
  const values = userId === null ? [turnId] : [turnId, userId];
  return (await selectRows(sql, statement, values)).length > 0;
};

const EPISODE_TURNS_SQL = `
  SELECT ${SPEAKABLE_TURN_COLUMNS_SQL}, t.turn_number AS "turnNumber", t.type, t.model, ${RECORDING_COLUMNS}
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE d.id = $1 AND t.status = 'complete' AND NOT t.is_hidden AND t.turn_number <= $2
   ORDER BY t.turn_number`;

/** Returns the finished, speakable turns of a debate that are not hidden, up to `lastTurn`. */
export const findEpisodeTurns = async (
  { sql }: Pick<Context, "sql">,
  debateId: number,
  lastTurn: number,
): Promise<EpisodeTurn[]> => {
  const turns = await selectRows<EpisodeTurn>(sql, EPISODE_TURNS_SQL, [debateId, lastTurn]);
  return turns.filter(({ content }) => isSpeakable(content));
};
