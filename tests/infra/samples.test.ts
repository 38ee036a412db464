import { extractFrames } from "#infra/audio/extract-frames.ts";
import { chooseKbit, downmix, resample } from "#infra/audio/pcm.ts";

it.each([
  [8000, 32, 64],
  [12_000, 32, 64],
  [16_000, 64, 128],
  [24_000, 64, 128],
  [32_000, 96, 192],
  [48_000, 96, 192],
] as const)(
  "a voice of %d Hz is encoded at %d kbit/s, in stereo at %d",
  (sampleRate, mono, stereo) => {
    expect(chooseKbit({ sampleRate, channels: 1 })).toBe(mono);
    expect(chooseKbit({ sampleRate, channels: 2 })).toBe(stereo);
  },
);

it.each([
  ["half as many samples", [1, 3, 5, 7], 2, [2, 6]],
  ["a third of the samples, without a remainder", [3, 6, 9, 12], 3, [6]],
  ["twice as many samples", [1, 3], 0.5, [1, 1, 3, 3]],
  ["two of three samples", [1, 3, 5, 1, 3, 5], 1.5, [1, 4, 1, 4]],
  ["as many samples", [1, 2, 3], 1, [1, 2, 3]],
  ["no samples", [], 2, []],
])("audio at another sample rate has %s", (_what, samples, ratio, result) => {
  expect([...resample(Float32Array.from(samples), ratio)]).toEqual(result);
});

it("stereo audio is mixed down to the mean of its sides", () => {
  const [left, right] = [Float32Array.of(1, 0.5, -1), Float32Array.of(0, 0.5)];
  expect([...downmix(left, right)]).toEqual([0.5, 0.5, -0.5]);
});

describe("the frames between two times", () => {
  /** Header of frames with 16 kHz, mono: 216 bytes and 36 ms each. */
  const HEADER = Buffer.from("fff368c4", "hex");
  const frames = Buffer.concat(
    Array.from({ length: 50 }, () => Buffer.concat([HEADER, Buffer.alloc(212)])),
  );

  it.each([
    ["are those that sound then, and twelve before them", 1000, 1100, 15, 31],
    ["begin with the frame that starts at the start time", 1008, 1100, 16, 31],
    ["end with the frame that ends at the end time", 1000, 1116, 15, 31],
    ["include the next frame a millisecond later", 1000, 1117, 15, 32],
    ["have fewer frames before them near the beginning", 300, 500, 0, 14],
    ["are none for an empty range", 0, 0, 0, 0],
    ["end with the audio", 1764, 9999, 37, 50],
  ])("%s: from %d to %d ms", (_what, startMs, endMs, from, to) => {
    const found = extractFrames({ frames, sampleRate: 16_000 }, startMs, endMs);
    expect(found).toEqual({
      frames: frames.subarray(216 * from, 216 * to),
      startsAt: 576 * from,
      endsAt: 576 * to,
    });
  });
});
