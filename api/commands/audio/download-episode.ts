import { DomainError } from "#shared/contract/errors.ts";
import { buildEpisodeFileName } from "#shared/domain/audio/audio-file-names.ts";
import { MAX_TURNS } from "#shared/domain/debates/turn.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { findEpisodeTurns, isTurnAudible } from "#api/audio/episode-turns.ts";
import { createEpisodeMedia } from "#api/audio/episode-media.ts";
import { hasRecording } from "#api/audio/turn-recording.ts";
import type { Context } from "../../context.ts";
import type { MediaResponse } from "../../audio/send-media.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { enqueueMissingRecordings, requireVoice } from "./ensure-recording.ts";
import { requireDisclosure } from "./require-disclosure.ts";

const RETRY_AFTER_S = 2;

type DownloadEpisodeDeps = Pick<
  Context,
  "env" | "logger" | "sql" | "coalescedSql" | "enqueue" | "recordings"
>;

/**
 * Returns a whole debate as one MP3. If turns have no recording yet, queues their recordings and
 * throws `conflict`. Throws `not_found` if the viewer may not see the debate, `no_voice`, and
 * `spending_limit` if nothing can be recorded today.
 */
export const downloadEpisode = async (
  context: DownloadEpisodeDeps,
  viewer: SignedInViewer,
  debateId: number,
): Promise<MediaResponse> => {
  const debate = await getDebate(context, viewer, debateId);
  const { topic, userId, botAProvider, botBProvider, language } = debate;
  const turns = await findEpisodeTurns(context, debateId, MAX_TURNS);
  if (turns.length === 0) throw new DomainError("conflict", "This debate has no turns yet.");
  const recorded = turns.filter(hasRecording);
  if (recorded.length < turns.length) {
    const voice = requireVoice(context, language);
    await requireBudget(context.sql, context.env, { viewer, ownerId: userId });
    await enqueueMissingRecordings(
      context,
      voice,
      turns.filter((turn) => !hasRecording(turn)),
      viewer.id,
    );
    throw new DomainError(
      "conflict",
      `${recorded.length} of ${turns.length} turns have audio. Please try again in a minute.`,
      { retryAfter: RETRY_AFTER_S },
    );
  }
  const opening = await requireDisclosure(context, language);
  const { labels } = context.env;
  const artist = `${labels[botAProvider]} and ${labels[botBProvider]}`;
  return {
    ...createEpisodeMedia(context, {
      title: topic,
      artist,
      turns: recorded,
      opening,
      isStillAudible: (turnId) => isTurnAudible(context, viewer.id, turnId),
    }),
    cacheControl: "private, no-cache",
    fileName: buildEpisodeFileName(topic, debateId),
  };
};
