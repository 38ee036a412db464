import type { StoreApi } from "zustand";
import type { RulingSound } from "#web/lib/player/start-ruling-voice.ts";
import type { LiveAudioState } from "../live-audio-store.ts";
import { findLiveSentenceAt } from "../live-sentence.ts";

/**
 * A spoken ruling stops this long before the next sentence of a turn, so that they do not overlap.
 * The time is longer than the interval in which the live player updates its position.
 */
const STOP_BEFORE_TURN_MS = 300;
/**
 * While Auto-Play is on, a ruling that takes longer than this plays faster, at most at `MAX_RATE`.
 */
const COMFORTABLE_SECONDS = 3.5;
const MAX_RATE = 1.3;

const isSoundOn = ({ phase }: LiveAudioState): boolean =>
  phase === "playing" || phase === "buffering";

/** Whether a sentence of a turn is spoken, or is about to be. */
const isTurnSpoken = ({ schedule, streamTime }: LiveAudioState): boolean =>
  [streamTime, streamTime + STOP_BEFORE_TURN_MS].some(
    (time) => schedule && findLiveSentenceAt(schedule, time)?.isOver === false,
  );

/** Lets rulings be heard while the live sound is on, but never over a turn. */
export const createLiveRulingSound = (store: StoreApi<LiveAudioState>): RulingSound => ({
  getPermission: () => {
    const state = store.getState();
    return isSoundOn(state) && !isTurnSpoken(state) ? "speak" : "silence";
  },
  subscribe: store.subscribe,
  tune: (element) => {
    const isHurried = store.getState().schedule?.outlook === "more";
    const fittingRate = isHurried ? element.duration / COMFORTABLE_SECONDS : 1;
    element.playbackRate = Math.min(Math.max(fittingRate, 1), MAX_RATE);
  },
});
