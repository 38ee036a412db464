import { noticeOrderOf } from "#infra/audio/speech-order.ts";
import { select, type Sql } from "#infra/db/sql.ts";
import { LostWork } from "#infra/db/work.ts";
import { NOTICES, type Notice } from "#shared/domain/notices.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import type { WorkerContext } from "../context.ts";
import { joinRecording } from "../speech/join-recording.ts";
import { makeAlike } from "../speech/make-alike.ts";
import { speakSentences } from "../speech/speak-sentences.ts";
import type { VoiceService } from "../speech/voice-service.ts";
import { storeNotice } from "./end-recording.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Returns the announcement that a recording is for; null if it is for a turn. Throws `LostWork` if
 * it was deleted.
 */
export const findNotice = async (sql: Sql, recordingId: number): Promise<Notice | null> => {
  const statement = `SELECT notice FROM audio_cache WHERE id = $1`;
  const [found] = await select<{ notice: Notice | null }>(sql, statement, [recordingId]);
  if (!found) throw new LostWork();
  return found.notice;
};

export const speakNotice = async (
  context: WorkerContext,
  service: VoiceService,
  attempt: Attempt,
  notice: Notice,
): Promise<void> => {
  const { id: recordingId, meter, signal } = attempt;
  const order = noticeOrderOf(notice, service.access);
  const sentences = spokenSentences(NOTICES[notice]);
  const wanted = { recordingId, voice: order.voice, sentences, meter };
  const parts = await makeAlike(await speakSentences(context.sql, service, wanted, signal));
  await storeNotice(context, attempt, order.contentHash, joinRecording(sentences, parts));
};
