import { SIDE_LABEL } from "#shared/domain/debates/side.ts";
import type { TurnType } from "#shared/domain/debates/turn.ts";
import type { ToastMessage } from "#web/lib/toast.ts";
import type { Track } from "../track.ts";
import type { PlayerEffect } from "./transition-result.ts";

/** In small windows, `place` makes the open player show the toast itself. */
const showPlayerToast = (toast: ToastMessage): PlayerEffect => ({
  do: "show-toast",
  toast: { ...toast, place: "player" },
});
const showPlayerError = (title: string, description: string): PlayerEffect =>
  showPlayerToast({ title, description, tone: "danger" });

const TURN_TYPE_TEXT = {
  opening: "opening statement",
  rebuttal: "rebuttal",
  closing: "closing statement",
} as const satisfies Record<TurnType, string>;

const createNowPlayingToast = ({ role, type }: Track): ToastMessage => ({
  title: `${SIDE_LABEL[role]} Side`,
  description: `Now playing ${TURN_TYPE_TEXT[type]}...`,
});

export const showNowPlaying = (track: Track): PlayerEffect =>
  showPlayerToast(createNowPlayingToast(track));

export const dismissNowPlaying = (track: Track): PlayerEffect => ({
  do: "dismiss-toast",
  toast: createNowPlayingToast(track),
});

export const PLAYBACK_COMPLETE_EFFECT = showPlayerToast({
  title: "Playback Complete",
  description: "Finished playing all debate turns.",
});

/** Shown to visitors, who may hear only the first turns. */
export const showVisitorLimitToast = (turns: number): PlayerEffect =>
  showPlayerToast({
    title: "Want to hear how this debate ends?",
    description: `Join to hear the other ${turns} turns.`,
  });

export const AUDIO_STOPPED_EFFECT = showPlayerToast({
  title: "Audio Stopped",
  description: "Playback has been stopped.",
});

export const AUDIO_TIMEOUT_EFFECT = showPlayerError(
  "Audio Timeout",
  "Audio playback was stopped automatically due to timeout. Please try again.",
);

/** Error of Play All if no speech provider is configured. */
export const AUDIO_NOT_AVAILABLE_EFFECT = showPlayerError(
  "Audio not available",
  "Premium audio is not available for this debate.",
);

/** Error of a single turn if no speech provider is configured. */
export const VOICE_UNAVAILABLE_EFFECT = showPlayerError(
  "Premium voice unavailable",
  "No voice is set up on this server.",
);

export const showTurnSkipped = (reason: string): PlayerEffect =>
  showPlayerError(
    "Audio Error",
    `There was an error playing the audio (${reason.replace(/\.$/, "")}). Continuing to next turn.`,
  );

/** Error of a single turn that cannot be played. */
export const showPlaybackError = (message: string): PlayerEffect =>
  showPlayerError("Audio playback error", message);

export const LOADING_TIMEOUT_MESSAGE = "Audio loading timeout";
export const NEVER_STARTED_MESSAGE = "The audio did not start.";

const MEDIA_ERROR_TEXT: Record<number, string> = {
  1: "aborted",
  2: "network error",
  3: "decoding error",
  4: "format not supported",
};

export const MEDIA_ERR_SRC_NOT_SUPPORTED = 4;

export const getMediaErrorText = (code: number): string =>
  MEDIA_ERROR_TEXT[code] ?? "unknown error";
