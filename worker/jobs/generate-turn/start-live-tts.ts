import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { needsLiveSpeech } from "#infra/services/audio/live-listeners.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { isSpeakable } from "#shared/domain/text/plain-text.ts";
import type { WorkerContext } from "#worker/context.ts";
import type { DebateForJob, TurnForJob } from "../common/load-debate.ts";

type LiveTtsDeps = Pick<
  WorkerContext,
  "voice" | "sql" | "enqueue" | "logger" | "synthesizesEveryTurnLive"
>;

/**
 * Returns a function to call with the turn's text so far. It enqueues the turn's recording once,
 * without blocking, while the turn is still being written. It does so only if the debate has
 * listeners or the pace `voice`, or if `synthesizesEveryTurnLive` is set.
 */
export const startLiveTts = (
  { voice, sql, enqueue, logger, synthesizesEveryTurnLive }: LiveTtsDeps,
  { botAProvider, botBProvider }: Pick<DebateForJob, "botAProvider" | "botBProvider">,
  { id: turnId, debateId, role }: Pick<TurnForJob, "id" | "debateId" | "role">,
): ((content: string) => void) => {
  let hasAsked = false;
  const ask = async (content: string) => {
    if (!voice || !(synthesizesEveryTurnLive || (await needsLiveSpeech(sql, debateId)))) return;
    const turn = { turnId, role, content, botAProvider, botBProvider };
    const voiceDeps = { voice: voice.access, enqueue };
    await withAfterCommit(logger, (after) =>
      enqueueRecordings(sql, after, voiceDeps, [turn], { requester: "listener", userId: null }),
    );
  };
  return (content) => {
    if (hasAsked || !isSpeakable(content)) return;
    hasAsked = true;
    ask(content).catch((err: unknown) => logger.warn({ err }, "live_tts.not_started"));
  };
};
