import { SIDE_LABEL } from "#shared/domain/side.ts";
import type { TurnType } from "#shared/domain/turn.ts";
import type { Toast } from "#web/lib/toast.ts";
import type { Track } from "../track.ts";
import type { Effect } from "./step.ts";

/* Marks the toast as the player's own. */

const say = (toast: Toast): Effect => ({ do: "say", toast: { ...toast, place: "player" } });
const warn = (title: string, description: string): Effect =>
  say({ title, description, tone: "danger" });

const KIND = {
  opening: "opening statement",
  rebuttal: "rebuttal",
  closing: "closing statement",
} as const satisfies Record<TurnType, string>;

const playing = ({ role, type }: Track): Toast => ({
  title: `${SIDE_LABEL[role]} Side`,
  description: `Now playing ${KIND[type]}...`,
});

export const nowPlaying = (track: Track): Effect => say(playing(track));

export const unsayPlaying = (track: Track): Effect => ({ do: "unsay", toast: playing(track) });

export const PLAYBACK_COMPLETE = say({
  title: "Playback Complete",
  description: "Finished playing all debate turns.",
});

/** Shown to visitors, who cannot hear the rest. */
export const atTheGate = (turns: number): Effect =>
  say({
    title: "Want to hear how this debate ends?",
    description: `Join to hear the other ${turns} turns.`,
  });

export const AUDIO_STOPPED = say({
  title: "Audio Stopped",
  description: "Playback has been stopped.",
});

export const AUDIO_TIMEOUT = warn(
  "Audio Timeout",
  "Audio playback was stopped automatically due to timeout. Please try again.",
);

/** For Play All without a speech provider. */
export const AUDIO_NOT_AVAILABLE = warn(
  "Audio not available",
  "Premium audio is not available for this debate.",
);

/** For a single turn without a speech provider. */
export const VOICE_UNAVAILABLE = warn(
  "Premium voice unavailable",
  "No voice is set up on this server.",
);

export const turnSkipped = (reason: string): Effect =>
  warn(
    "Audio Error",
    `There was an error playing the audio (${reason.replace(/\.$/, "")}). Continuing to next turn.`,
  );

/** A single turn failed. */
export const playbackError = (message: string): Effect => warn("Audio playback error", message);

export const LOADING_TIMEOUT = "Audio loading timeout";
export const NEVER_STARTED = "The audio did not start.";

const MEDIA_ERRORS: Record<number, string> = {
  1: "aborted",
  2: "network error",
  3: "decoding error",
  4: "format not supported",
};

export const UNSUPPORTED = 4;

export const mediaError = (code: number): string => MEDIA_ERRORS[code] ?? "unknown error";
