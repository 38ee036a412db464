import { askForRecordings, FAILURE_RESTS_S } from "#infra/operations/ask-for-recordings.ts";
import { withEffects } from "#infra/db/transaction.ts";
import type { VoiceAccess } from "#infra/access.ts";
import type { TurnToSpeak } from "#infra/audio/speech-order.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isSpeakable, TOO_SHORT_TO_SPEAK } from "#shared/domain/spoken-text.ts";
import { isRecorded, type StoredRecording, type TurnToHear } from "../../audio/turn-to-hear.ts";
import type { Context } from "../../context.ts";
import { requireBudget } from "../debates/require-budget.ts";

/** A listener waits no longer than this. */
const PATIENCE_MS = 25_000;
/** The word of the worker can be lost: the row is looked at now and then all the same. */
const LOOK_AGAIN_MS = 3000;
const COME_BACK_S = 3;
const NO_VOICE_S = 300;

/** The configured voice. Throws unavailable where there is none. */
export const requireVoice = ({ env }: Pick<Context, "env">): VoiceAccess => {
  if (env.voice) return env.voice;
  throw new DomainError("unavailable", "Premium audio is not available for this debate.", {
    retryAfter: NO_VOICE_S,
  });
};

/** Throws conflict for a turn that is not finished, invalid for one with nothing to say. */
export const requireSpeakable = ({ turnStatus, content }: TurnToHear): void => {
  if (turnStatus !== "complete")
    throw new DomainError("conflict", "This turn is not finished yet.");
  if (!isSpeakable(content)) throw new DomainError("invalid", TOO_SHORT_TO_SPEAK);
};

/**
 * Asks for the recordings that listeners miss: who waits for one right now, for nobody; who wants many,
 * as somebody, and each stands behind the others of theirs. Throws unavailable where there is no voice.
 */
export const askForMissing = (
  context: Context,
  turns: readonly TurnToSpeak[],
  askedBy: number | null,
): Promise<unknown> =>
  withEffects(context.logger, (after) => {
    const studio = { ...context, voice: requireVoice(context) };
    return askForRecordings(context.reads, after, studio, turns, { who: "listener", askedBy });
  });

/**
 * The turn's recording: the one there is, or made now, once for however many ask at the same time.
 * `find` looks the turn up again after each wait, with the rights of that moment. `abortOnClose` is
 * asked for only if the listener has to wait. Throws unavailable when it cannot be
 * made, or takes longer than a listener waits, and spending_limit.
 */
export const voiceTurn = async (
  context: Context,
  turn: TurnToHear,
  find: () => Promise<TurnToHear>,
  abortOnClose: () => AbortSignal,
): Promise<StoredRecording> => {
  if (isRecorded(turn)) return turn;
  requireSpeakable(turn);
  // One that is being made already comes to its end.
  if (turn.making !== "running")
    await requireBudget(context.reads, context.env, { viewer: null, ownerId: turn.userId });
  const waiting = new AbortController();
  const gone = AbortSignal.any([abortOnClose(), waiting.signal]);
  await askForMissing(context, [turn], null);
  const deadline = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      const left = deadline - Date.now();
      // Listened for before it is looked for: nothing can happen in between.
      const settled = context.recordingNews.next(turn.turnId, Math.min(left, LOOK_AGAIN_MS), gone);
      const now = await find();
      if (isRecorded(now)) return now;
      if (now.making === "failed")
        throw new DomainError("unavailable", now.error ?? "The voice failed. Try again.", {
          retryAfter: FAILURE_RESTS_S,
        });
      if (left <= 0 || gone.aborted)
        throw new DomainError("unavailable", "The audio is being made. Please try again shortly.", {
          retryAfter: COME_BACK_S,
        });
      await settled;
    }
  } finally {
    waiting.abort();
  }
};
