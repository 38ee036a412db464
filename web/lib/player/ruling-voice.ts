export interface SpeakOptions {
  onStart: () => void;
  /** Called at the end, or when the sound stops earlier. */
  onEnd: () => void;
}

/** Speaks the judge's rulings while the sound is on. */
export interface RulingVoice {
  /** Downloads the recording of the ruling about a turn, so that it can start without delay. */
  load(turnId: number): void;
  /** Plays the recorded ruling if it is ready. Returns a function that stops it. */
  speak(turnId: number, options: SpeakOptions): () => void;
}

/** The voice of a running debate; undefined until the live player's code is loaded. */
export const rulingVoice: { current?: RulingVoice } = {};
