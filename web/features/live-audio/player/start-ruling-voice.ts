import type { StoreApi } from "zustand";
import type { RulingVoice, SpeakOptions } from "#web/lib/player/ruling-voice.ts";
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

const canSpeak = (state: LiveAudioState): boolean => isSoundOn(state) && !isTurnSpoken(state);

/**
 * Creates the voice of the judge's rulings. It has an audio element of its own, because the live
 * stream goes on meanwhile. It never speaks over a turn.
 */
export const startRulingVoice = (store: StoreApi<LiveAudioState>, element = new Audio()) => {
  let loadedTurnId: number | null = null;
  /** What is told about the ruling that is spoken; null if none is. */
  let listener: SpeakOptions | null = null;

  const load = (turnId: number): void => {
    if (!canSpeak(store.getState()) || (loadedTurnId === turnId && !element.error)) return;
    loadedTurnId = turnId;
    element.src = `/api/turns/${turnId}/ruling.mp3`;
    element.load();
  };
  const finish = () => {
    const finished = listener;
    listener = null;
    finished?.onEnd();
  };
  element.addEventListener("loadedmetadata", () => {
    const isHurried = store.getState().schedule?.outlook === "more";
    const fittingRate = isHurried ? element.duration / COMFORTABLE_SECONDS : 1;
    element.playbackRate = Math.min(Math.max(fittingRate, 1), MAX_RATE);
  });
  element.addEventListener("playing", () => listener?.onStart());
  element.addEventListener("pause", finish);
  element.addEventListener("ended", finish);
  store.subscribe((state) => {
    if (listener && !canSpeak(state)) element.pause();
  });

  const speak: RulingVoice["speak"] = (turnId, options) => {
    load(turnId);
    if (loadedTurnId !== turnId || !canSpeak(store.getState())) return () => {};
    listener = options;
    const stop = () => {
      if (listener !== options) return;
      listener = null;
      element.pause();
    };
    // Rejects if the recording is not ready, or if the browser forbids the sound.
    element.play().catch(() => {
      if (listener === options) listener = null;
    });
    return stop;
  };

  return {
    load,
    speak,
    /** Must run within a user's gesture. Safari allows later sound only to such an element. */
    unlock(): void {
      element.play().catch(() => undefined);
      element.pause();
    },
  };
};
