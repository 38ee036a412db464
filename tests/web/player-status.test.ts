import {
  AUDIO_NOT_AVAILABLE_EFFECT,
  AUDIO_TIMEOUT_EFFECT,
  showPlaybackError,
  showTurnSkipped,
  VOICE_UNAVAILABLE_EFFECT,
} from "#web/lib/player/engine/player-toasts.ts";
import {
  IDLE_PLAYER_STATE,
  isPlayerVisible,
  isPlayingTurn,
  type PlayerState,
} from "#web/lib/player/player-state.ts";
import { getStatusLabel } from "#web/lib/player/player-status.ts";
import { createTrack } from "#web/lib/player/track.ts";
import { buildDebate, buildTurn } from "./fixtures.ts";

const track = createTrack(buildTurn(1), buildDebate(), String);
const secondTrack = createTrack(buildTurn(2), buildDebate(), String);

test.each<[string, string, Partial<PlayerState>]>([
  ["Error", "could not play", { phase: "error" }],
  ["Loading...", "loads", { phase: "loading" }],
  [
    "Loading...",
    "stops before the next turn",
    { phase: "stopped", upcoming: { track, isPlayingAll: false, from: 0 } },
  ],
  ["Playing", "plays", { phase: "playing" }],
  ["Buffering...", "is buffering", { phase: "playing", isBuffering: true }],
  ["Completed", "has finished", { phase: "stopped", hasFinished: true }],
  ["Ready to play", "was stopped", { phase: "stopped" }],
  ["Paused", "is paused", { phase: "paused" }],
])("the label '%s' is shown for a player that %s", (word, _what, change) => {
  expect(getStatusLabel({ ...IDLE_PLAYER_STATE, ...change })).toBe(word);
});

test.each<[string, boolean, Partial<PlayerState>]>([
  ["it is idle", false, {}],
  ["Play All waits for the first turn", true, { phase: "loading" }],
  ["it contains a turn", true, { track }],
])("the player is visible when %s: %p", (_when, isShown, change) => {
  expect(isPlayerVisible({ ...IDLE_PLAYER_STATE, ...change })).toBe(isShown);
});

test.each<[string, boolean, Partial<PlayerState>]>([
  ["is loaded", true, { phase: "loading" }],
  ["plays", true, { phase: "playing" }],
  ["is paused", true, { phase: "paused" }],
  ["is next", true, { phase: "loading", wait: { until: "gap", turnNumber: 1 } }],
  [
    "ended before an awaited turn",
    false,
    { phase: "loading", wait: { until: "turn", turnNumber: 2 } },
  ],
  ["has ended", false, { phase: "stopped" }],
  ["is not the one that plays", false, { phase: "playing", track: secondTrack }],
  ["is not in the player", false, { phase: "loading", track: null }],
])("the button of a turn that %s is a stop button: %p", (_what, isStop, change) => {
  expect(isPlayingTurn({ ...IDLE_PLAYER_STATE, track, ...change }, track.turnId)).toBe(isStop);
});

test('errors of the player are toasts with the tone "danger"', () => {
  const mismatches = [
    AUDIO_TIMEOUT_EFFECT,
    AUDIO_NOT_AVAILABLE_EFFECT,
    VOICE_UNAVAILABLE_EFFECT,
    showPlaybackError("Down."),
  ];
  for (const effect of mismatches) expect(effect).toMatchObject({ toast: { tone: "danger" } });
  expect(showTurnSkipped("Not now. Try again.")).toMatchObject({
    toast: {
      tone: "danger",
      description:
        "There was an error playing the audio (Not now. Try again). Continuing to next turn.",
    },
  });
});
