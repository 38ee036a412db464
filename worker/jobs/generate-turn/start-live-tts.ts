import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { needsLiveSpeech } from "#infra/services/audio/live-listeners.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { DebateForJob, TurnForJob } from "../common/load-debate.ts";

type LiveTtsDeps = Pick<
  WorkerContext,
  "voice" | "sql" | "enqueue" | "logger" | "synthesizesEveryTurnLive"
>;

type SpokenDebate = Pick<DebateForJob, "botAProvider" | "botBProvider" | "mystery" | "language">;

/**
 * Returns a function to call with the turn's text so far. It enqueues the turn's recording once,
 * without blocking, while the turn is still being written. It does nothing if no voice speaks the
 * debate's language. Unless `synthesizesEveryTurnLive` is set, it also does nothing if the debate
 * has no listeners and the pace `text`.
 */
export const startLiveTts = (
  { voice, sql, enqueue, logger, synthesizesEveryTurnLive }: LiveTtsDeps,
  { botAProvider, botBProvider, mystery, language }: SpokenDebate,
  { id: turnId, debateId, role }: Pick<TurnForJob, "id" | "debateId" | "role">,
): ((content: string) => void) => {
  const tag = language ?? DEFAULT_LANGUAGE;
  const isSpoken = voice !== null && speaksLanguage(voice.access, tag);
  let hasAsked = false;
  const ask = async (content: string) => {
    if (!voice || !(synthesizesEveryTurnLive || (await needsLiveSpeech(sql, debateId)))) return;
    const turn = { turnId, role, content, botAProvider, botBProvider, mystery, language: tag };
    const voiceDeps = { voice: voice.access, enqueue };
    await withAfterCommit(logger, (after) =>
      enqueueRecordings(sql, after, voiceDeps, [turn], { requester: "listener", userId: null }),
    );
  };
  return (content) => {
    if (hasAsked || !isSpoken || !isSpeakable(content)) return;
    hasAsked = true;
    ask(content).catch((err: unknown) => logger.warn({ err }, "live_tts.not_started"));
  };
};
