import { buildAnnouncementSpec } from "#infra/audio/recording-spec.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { ANNOUNCEMENTS, type Announcement } from "#shared/domain/audio/announcements.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import type { WorkerContext } from "#worker/context.ts";
import { joinMp3Parts } from "#worker/speech/join-mp3-parts.ts";
import { transcodeToCommonFormat } from "#worker/speech/transcode-to-common-format.ts";
import { synthesizeSentences } from "#worker/speech/synthesize-sentences.ts";
import type { VoiceService } from "#worker/speech/voice-service.ts";
import { storeAnnouncement } from "./finish-recording.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";

/**
 * Returns the announcement that a recording is for; null if it is for a turn. Throws
 * `LeaseLostError` if the recording was deleted.
 */
export const findAnnouncement = async (
  sql: Sql,
  recordingId: number,
): Promise<Announcement | null> => {
  const statement = `SELECT notice FROM audio_cache WHERE id = $1`;
  const [found] = await selectRows<{ notice: Announcement | null }>(sql, statement, [recordingId]);
  if (!found) throw new LeaseLostError();
  return found.notice;
};

export const synthesizeAnnouncement = async (
  { sql, db, logger }: Pick<WorkerContext, "sql" | "db" | "logger">,
  service: VoiceService,
  lease: ActiveLease,
  announcement: Announcement,
  onStored: () => void,
): Promise<void> => {
  const { id: recordingId, meter, signal, failures } = lease;
  const { voice, contentHash } = buildAnnouncementSpec(announcement, service.access);
  const sentences = splitSentences(ANNOUNCEMENTS[announcement]);
  const request = {
    recordingId,
    voice,
    sentences,
    meter,
    failures,
    logger: lease.logger,
    onStored,
  };
  const parts = await transcodeToCommonFormat(
    await synthesizeSentences(sql, service, request, signal),
  );
  await storeAnnouncement({ db, logger }, lease, contentHash, joinMp3Parts(sentences, parts));
};
