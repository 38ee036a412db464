import {
  enqueueRecordings,
  FAILED_RECORDING_RETRY_SECONDS,
} from "#infra/services/audio/enqueue-recordings.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import type { SpeakableTurn } from "#infra/audio/recording-spec.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { describeMissingVoice, speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { isSpeakable, TOO_SHORT_TO_SPEAK } from "#shared/domain/text/plain-text.ts";
import {
  hasRecording,
  type StoredRecording,
  type TurnWithRecording,
} from "#api/audio/turn-recording.ts";
import type { Context } from "../../context.ts";
import { requireBudget } from "../debates/require-budget.ts";

const MAX_WAIT_MS = 25_000;
/**
 * While a request waits for the worker's event, it also looks up the recording this often, because
 * the event can get lost.
 */
const POLL_INTERVAL_MS = 3000;
const RETRY_AFTER_S = 3;
const NO_VOICE_RETRY_AFTER_S = 300;

/**
 * Returns the TTS configuration. Throws `unavailable` if there is none, and `no_voice` if it does
 * not speak the language.
 */
export const requireVoice = ({ env }: Pick<Context, "env">, language: LanguageTag): VoiceConfig => {
  if (env.voice && speaksLanguage(env.voice, language)) return env.voice;
  if (env.voice) throw new DomainError("no_voice", `${describeMissingVoice(language)}.`);
  throw new DomainError("unavailable", "Premium audio is not available for this debate.", {
    retryAfter: NO_VOICE_RETRY_AFTER_S,
  });
};

/** Throws `conflict` for an unfinished turn, and `invalid` for a turn without speakable text. */
export const requireSpeakable = ({ turnStatus, content }: TurnWithRecording): void => {
  if (turnStatus !== "complete")
    throw new DomainError("conflict", "This turn is not finished yet.");
  if (!isSpeakable(content)) throw new DomainError("invalid", TOO_SHORT_TO_SPEAK);
};

/**
 * Enqueues the missing recordings. If `requesterId` is null, the jobs have the highest priority.
 * Otherwise it is the id of a user, and the priority falls with each open recording of this user.
 */
export const enqueueMissingRecordings = (
  { logger, sql, enqueue }: Pick<Context, "logger" | "sql" | "enqueue">,
  voice: VoiceConfig,
  turns: readonly SpeakableTurn[],
  requesterId: number | null,
): Promise<unknown> =>
  withAfterCommit(logger, (after) =>
    enqueueRecordings(sql, after, { voice, enqueue }, turns, {
      requester: "listener",
      userId: requesterId,
    }),
  );

/**
 * Returns the turn's recording. If there is none, waits until a worker has made it; concurrent
 * requests wait for the same one. `find` reads the turn again after each wait and checks
 * permissions again. `abortOnClose` is called only if the listener must wait. Throws `unavailable`
 * if the recording fails or takes longer than 25 s, `no_voice`, and `spending_limit`.
 */
export const ensureRecording = async (
  context: Pick<Context, "env" | "logger" | "sql" | "enqueue" | "recordingEvents">,
  turn: TurnWithRecording,
  find: () => Promise<TurnWithRecording>,
  abortOnClose: () => AbortSignal,
): Promise<StoredRecording> => {
  if (hasRecording(turn)) return turn;
  requireSpeakable(turn);
  const voice = requireVoice(context, turn.language);
  // A recording in progress continues even above the spending limit.
  if (turn.recordingStatus !== "running")
    await requireBudget(context.sql, context.env, { viewer: null, ownerId: turn.userId });
  const finished = new AbortController();
  const signal = AbortSignal.any([abortOnClose(), finished.signal]);
  await enqueueMissingRecordings(context, voice, [turn], null);
  const deadline = Date.now() + MAX_WAIT_MS;
  try {
    for (;;) {
      const leftMs = deadline - Date.now();
      // Subscribes before the turn is read, so that no event between the two is missed.
      const nextEvent = context.recordingEvents.next(
        turn.turnId,
        Math.min(leftMs, POLL_INTERVAL_MS),
        signal,
      );
      const current = await find();
      if (hasRecording(current)) return current;
      if (current.recordingStatus === "failed")
        throw new DomainError(
          "unavailable",
          current.error ?? "The voice failed. Please try again.",
          {
            retryAfter: FAILED_RECORDING_RETRY_SECONDS,
          },
        );
      if (leftMs <= 0 || signal.aborted)
        throw new DomainError(
          "unavailable",
          "The audio is being created. Please try again shortly.",
          {
            retryAfter: RETRY_AFTER_S,
          },
        );
      await nextEvent;
    }
  } finally {
    finished.abort();
  }
};
