import { TURN_TO_SPEAK, type TurnToSpeak } from "#infra/audio/speech-order.ts";
import { select } from "#infra/db/sql.ts";
import type { Notice } from "#shared/domain/notices.ts";
import { isSpeakable } from "#shared/domain/spoken-text.ts";
import type { TurnType } from "#shared/domain/turn.ts";
import type { StoredRecording } from "./turn-to-hear.ts";
import type { Context } from "../context.ts";

export type RecordedSound = StoredRecording & {
  durationMs: number;
  /** The first bytes, which contain the format and a length frame, if any. */
  header: Buffer;
};

export type ProgrammeTurn = TurnToSpeak & { turnNumber: number; type: TurnType } & (
    RecordedSound | { version: null | 0 }
  );
export type RecordedTurn = Extract<ProgrammeTurn, RecordedSound>;

const SOUND = `
  a.id AS "recordingId", a.version, a.etag, octet_length(a.audio_data) AS size,
  a.duration_ms AS "durationMs", substring(a.audio_data FROM 1 FOR 64) AS header`;

export const findNotice = async (
  { reads }: Pick<Context, "reads">,
  notice: Notice,
): Promise<RecordedSound | null> => {
  const statement = `SELECT ${SOUND} FROM audio_cache a WHERE a.notice = $1 AND a.version > 0`;
  const [found] = await select<RecordedSound>(reads, statement, [notice]);
  return found ?? null;
};

/**
 * SQL conditions for access to a whole debate. `viewer`: the viewer can see it. `anyone`: it is
 * shared and listed.
 */
const HEARD_BY = {
  viewer: "(d.is_public OR d.user_id = $2::int)",
  anyone: "d.is_public AND d.share_enabled AND NOT d.is_unlisted AND $2::int IS NULL",
};

/**
 * Whether a turn may still be sent. Checked during a download, because the debate can become
 * private or the turn hidden. `userId` is null for anonymous listeners.
 */
export const isStillHeard = async (
  { reads }: Pick<Context, "reads">,
  userId: number | null,
  turnId: number,
): Promise<boolean> => {
  const statement = `
    SELECT FROM turns t JOIN debates d ON d.id = t.debate_id
     WHERE t.id = $1 AND NOT t.is_hidden AND ${HEARD_BY[userId === null ? "anyone" : "viewer"]}`;
  return (await select(reads, statement, [turnId, userId])).length > 0;
};

const PROGRAMME = `
  SELECT ${TURN_TO_SPEAK}, t.turn_number AS "turnNumber", t.type, ${SOUND}
    FROM turns t JOIN debates d ON d.id = t.debate_id LEFT JOIN audio_cache a ON a.turn_id = t.id
   WHERE d.id = $1 AND t.status = 'complete' AND NOT t.is_hidden AND t.turn_number <= $2
   ORDER BY t.turn_number`;

/** Returns the finished, speakable turns of a debate that are not hidden, up to `lastTurn`. */
export const findProgramme = async (
  { reads }: Pick<Context, "reads">,
  debateId: number,
  lastTurn: number,
): Promise<ProgrammeTurn[]> => {
  const turns = await select<ProgrammeTurn>(reads, PROGRAMME, [debateId, lastTurn]);
  return turns.filter(({ content }) => isSpeakable(content));
};
