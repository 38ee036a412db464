import { type Mp3, parseMp3 } from "#infra/audio/mp3.ts";
import { joinMp3Parts } from "#worker/speech/join-mp3-parts.ts";

/** One MP3 frame of 64 kbit/s, 24 kHz, mono. */
const frame = Buffer.alloc(192);
frame.write("fff384c0", "hex");

const part = (samples: number, more: Partial<Mp3> = {}): Mp3 => ({
  frames: frame,
  samples,
  sampleRate: 24_000,
  channels: 1,
  ...more,
});

describe("the recording of a speech", () => {
  it("consists of its sentences in order, each with its start and end", () => {
    const texts = ["One.", "Two.", "Three."];
    // Each sentence takes 1000.67 ms, so that rounding each one would add up to a wrong total.
    const recording = joinMp3Parts(texts, [part(24_016), part(24_016), part(24_016)]);
    expect(parseMp3(recording.bytes).frames).toEqual(Buffer.concat([frame, frame, frame]));
    expect(recording.bytes.readUInt32BE(recording.bytes.indexOf("Xing") + 8)).toBe(125);
    expect(recording).toEqual({
      bytes: recording.bytes,
      durationMs: 3002,
      sentences: [
        { text: "One.", startMs: 0, endMs: 1001 },
        { text: "Two.", startMs: 1001, endMs: 2001 },
        { text: "Three.", startMs: 2001, endMs: 3002 },
      ],
    });
  });

  it.each([
    ["rate", { sampleRate: 16_000 }],
    ["channels", { channels: 2 }],
  ] as const)("fails as interrupted when the voice changes its %s midway", (_what, other) => {
    expect(() => joinMp3Parts(["One.", "Two."], [part(576), part(576, other)])).toThrow(
      expect.objectContaining({
        code: "interrupted",
        message: "The voice was cut off in the middle. Try again.",
      }),
    );
  });
});
