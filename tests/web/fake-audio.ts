/** An audio element that tells what it is told to, and remembers what was done with it. */
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
  /** What the browser says to the next call of `play`. */
  refusal: string | null = null;

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

  /** A new source begins at its beginning, at the default speed. */
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

/** The one element of the product, in the browser's place. */
export const installFakeAudio = (): FakeAudio => {
  const audio = new FakeAudio();
  Object.assign(globalThis, {
    Audio: function Audio() {
      return audio;
    },
  });
  Object.assign(URL, { createObjectURL: () => "blob:sound", revokeObjectURL: () => {} });
  return audio;
};
