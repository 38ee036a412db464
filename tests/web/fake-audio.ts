/** A fake audio element. Tests trigger its events. */
export class FakeAudio extends EventTarget {
  src = "";
  currentTime = 0;
  duration = Number.NaN;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  volume = 1;
  ended = false;
  isPlaying = false;
  error: { code: number } | null = null;
  /** Name of the DOMException with which `play` rejects. If null, `play` resolves. */
  refusal: string | null = null;

  get paused(): boolean {
    return !this.isPlaying;
  }

  async play(): Promise<void> {
    if (this.refusal !== null) throw new DOMException("No", this.refusal);
    this.isPlaying = true;
    this.happen("playing");
  }

  pause(): void {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.happen("pause");
  }

  /** As in browsers, a new source starts at 0 s with the default playback rate. */
  load(): void {
    this.isPlaying = false;
    this.currentTime = 0;
    this.playbackRate = this.defaultPlaybackRate;
  }

  removeAttribute(name: string): void {
    if (name === "src") this.src = "";
  }

  happen(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  breakWith(code: number): void {
    this.isPlaying = false;
    this.error = { code };
    this.happen("error");
  }

  end(): void {
    this.isPlaying = false;
    this.ended = true;
    this.happen("pause");
    this.happen("ended");
  }
}

/**
 * Replaces the global `Audio`. Returns the element that is created first and, as `silence`, the
 * second one, which plays the silence between turns.
 */
export const installFakeAudio = (): FakeAudio & { silence: FakeAudio } => {
  const silence = new FakeAudio();
  const audio = Object.assign(new FakeAudio(), { silence });
  const elements = [audio, silence];
  Object.assign(globalThis, {
    Audio: function Audio() {
      return elements.shift() ?? audio;
    },
  });
  Object.assign(URL, { createObjectURL: () => "blob:sound", revokeObjectURL: () => {} });
  return audio;
};
