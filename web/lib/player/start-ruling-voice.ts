import type { RulingVoice, SpeakOptions } from "./ruling-voice.ts";

/** The sound that a ruling belongs to: the live stream, or a debate that is watched. */
export interface RulingSound {
  /**
   * Whether the recording of a ruling (the judge's sentence about a turn) may play now. `pause`
   * pauses a playing one, and `silence` ends it.
   */
  getPermission: () => "speak" | "pause" | "silence";
  /** Calls `listener` whenever the result of `getPermission` may have changed. */
  subscribe: (listener: () => void) => unknown;
  /** Sets the element's speed. Called once its duration is known. */
  tune: (element: HTMLMediaElement) => void;
  /**
   * Called if something else, such as the operating system, pauses a ruling. Without this function
   * the ruling ends.
   */
  handleInterruption?: () => void;
}

/**
 * Creates the voice of the judge's rulings. It has an audio element of its own, because the element
 * of the turns may play meanwhile.
 */
export const startRulingVoice = (sound: RulingSound, element = new Audio()) => {
  let loadedTurnId: number | null = null;
  /** Callbacks of the ruling that is playing; null if none is. */
  let listener: SpeakOptions | null = null;
  /** Whether any sound of the current ruling was audible. */
  let hasStarted = false;

  const load = (turnId: number): void => {
    const isLoaded = loadedTurnId === turnId && !element.error;
    if (sound.getPermission() === "silence" || isLoaded) return;
    loadedTurnId = turnId;
    element.src = `/api/turns/${turnId}/ruling.mp3`;
    element.load();
  };
  const finish = () => {
    const finished = listener;
    listener = null;
    finished?.onEnd();
  };
  const play = (options: SpeakOptions): void => {
    // Rejects if the recording is not ready, or if the browser forbids the sound.
    element.play().catch(() => {
      if (listener !== options || sound.getPermission() === "pause") return;
      if (hasStarted) finish();
      else listener = null;
    });
  };
  const handlePause = () => {
    const permission = sound.getPermission();
    if (!element.paused || permission === "pause") return;
    const isInterrupted = listener !== null && permission === "speak" && !element.ended;
    if (isInterrupted && sound.handleInterruption) sound.handleInterruption();
    else finish();
  };
  element.addEventListener("loadedmetadata", () => sound.tune(element));
  element.addEventListener("playing", () => {
    hasStarted = true;
    listener?.onStart();
  });
  element.addEventListener("pause", handlePause);
  element.addEventListener("ended", finish);
  element.addEventListener("error", () => {
    if (hasStarted) finish();
  });
  sound.subscribe(() => {
    if (!listener) return;
    const permission = sound.getPermission();
    if (permission === "speak") {
      if (element.paused) play(listener);
      return;
    }
    element.pause();
    if (permission === "silence") finish();
  });

  const speak: RulingVoice["speak"] = (turnId, options) => {
    load(turnId);
    if (loadedTurnId !== turnId || sound.getPermission() === "silence") return () => {};
    listener = options;
    hasStarted = false;
    const stop = () => {
      if (listener !== options) return;
      listener = null;
      element.pause();
    };
    if (sound.getPermission() === "speak") play(options);
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
