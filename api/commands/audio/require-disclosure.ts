import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  buildAnnouncementKey,
  selectAnnouncementLanguage,
} from "#shared/domain/audio/announcements.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { findAnnouncement, type RecordingSegment } from "#api/audio/episode-turns.ts";
import type { Context } from "../../context.ts";

const RETRY_AFTER_S = 2;

/**
 * Returns the announcement at the start of exported audio, which says that the voices are
 * synthetic. If it is not recorded yet, queues its recording and throws `conflict`. Returns null if
 * it is not recorded and no speech service is configured.
 */
export const requireDisclosure = async (
  { env, logger, sql, enqueue }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  debateLanguage: LanguageTag,
): Promise<RecordingSegment | null> => {
  const language = selectAnnouncementLanguage(debateLanguage, env.voice);
  const key = buildAnnouncementKey("disclosure", language);
  const recorded = await findAnnouncement({ sql }, key);
  if (recorded || !env.voice) return recorded;
  await enqueueAnnouncements({ sql, enqueue, logger }, env.voice, language);
  throw new DomainError("conflict", "The introduction is being recorded. Please try again.", {
    retryAfter: RETRY_AFTER_S,
  });
};
