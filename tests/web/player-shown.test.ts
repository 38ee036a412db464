import {
  AUDIO_NOT_AVAILABLE,
  AUDIO_TIMEOUT,
  playbackError,
  turnSkipped,
  VOICE_UNAVAILABLE,
} from "#web/features/player/core/toasts.ts";
import {
  IDLE,
  isOpen,
  isPlayingTurn,
  type PlayerState,
} from "#web/features/player/player-state.ts";
import { statusWord } from "#web/features/player/status.ts";
import { trackOf } from "#web/features/player/track.ts";
import { aDebate, aTurn } from "./examples.ts";

const track = trackOf(aTurn(1), aDebate(), String);
const another = trackOf(aTurn(2), aDebate(), String);

test.each<[string, string, Partial<PlayerState>]>([
  ["Error", "could not play", { phase: "error" }],
  ["Loading...", "loads", { phase: "loading" }],
  [
    "Loading...",
    "settles before the next",
    { phase: "stopped", upcoming: { track, isPlayingAll: false, from: 0 } },
  ],
  ["Playing", "plays", { phase: "playing" }],
  ["Buffering...", "plays and has to wait", { phase: "playing", isBuffering: true }],
  ["Completed", "was heard to the end", { phase: "stopped", hasFinished: true }],
  ["Ready to play", "was stopped", { phase: "stopped" }],
  ["Paused", "is paused", { phase: "paused" }],
])("'%s' is said of a player that %s", (word, _what, change) => {
  expect(statusWord({ ...IDLE, ...change })).toBe(word);
});

test.each<[string, boolean, Partial<PlayerState>]>([
  ["nothing has happened", false, {}],
  ["Play All waits for the first turn", true, { phase: "loading" }],
  ["a turn is in it", true, { track }],
])("is the player shown when %s? %p", (_when, isShown, change) => {
  expect(isOpen({ ...IDLE, ...change })).toBe(isShown);
});

test.each<[string, boolean, Partial<PlayerState>]>([
  ["is loaded", true, { phase: "loading" }],
  ["plays", true, { phase: "playing" }],
  ["is paused", true, { phase: "paused" }],
  ["is next", true, { phase: "loading", wait: { until: "gap", turnNumber: 1 } }],
  ["is waited for", false, { phase: "loading", wait: { until: "turn", turnNumber: 2 } }],
  ["is over", false, { phase: "stopped" }],
  ["is not the one that plays", false, { phase: "playing", track: another }],
  ["is not there yet", false, { phase: "loading", track: null }],
])("does the button of a turn that %s stop it? %p", (_what, isStop, change) => {
  expect(isPlayingTurn({ ...IDLE, track, ...change }, track.turnId)).toBe(isStop);
});

test("what goes wrong is said as such", () => {
  const wrong = [AUDIO_TIMEOUT, AUDIO_NOT_AVAILABLE, VOICE_UNAVAILABLE, playbackError("Down.")];
  for (const effect of wrong) expect(effect).toMatchObject({ toast: { tone: "danger" } });
  expect(turnSkipped("Not now. Try again.")).toMatchObject({
    toast: {
      tone: "danger",
      description:
        "There was an error playing the audio (Not now. Try again). Continuing to next turn.",
    },
  });
});
