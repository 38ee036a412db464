import { openTranscoder } from "#infra/audio/transcoder.ts";
import { getDurationMs, parseMp3, createSilence } from "#infra/audio/mp3.ts";
import { buildXingFrame } from "#infra/audio/xing-header.ts";
import {
  convertToCbr,
  detectCbrFormat,
  extractCbrRange,
  sliceCbr,
} from "#infra/audio/cbr-audio.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { joinMp3Parts } from "#worker/speech/join-mp3-parts.ts";
import { transcodeToCommonFormat } from "#worker/speech/transcode-to-common-format.ts";
import { decodeMp3, maxSampleDifference } from "../audio/decode-mp3.ts";
import { MP3_FRAME } from "../audio/recording-fixtures.ts";

let fakes: FakeServers;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

/** Returns a spoken sentence as an MP3 of 16 kHz, mono. */
const spoken = async (input: string) => {
  const answer = await fetch(`${fakes.ttsBaseUrl}/audio/speech`, {
    method: "POST",
    headers: { authorization: "Bearer any" },
    body: JSON.stringify({ model: "any", voice: "alloy", input }),
  });
  return parseMp3(Buffer.from(await answer.arrayBuffer()));
};
const createSilenceOf = (header: string, ms: number) =>
  createSilence(Buffer.from(header, "hex"), ms);

describe("sentences of different formats", () => {
  it.each([
    ["44.1 kHz, stereo", "fffb9064", { sampleRate: 44_100, channels: 2 }],
    ["48 kHz, mono", "fffb94c4", { sampleRate: 48_000, channels: 1 }],
    ["24 kHz, mono", "fff384c4", { sampleRate: 24_000, channels: 1 }],
    ["8 kHz, mono", "ffe318c4", { sampleRate: 8000, channels: 1 }],
  ])(
    "are converted to the format that has the longest duration: %s",
    async (_what, header, format) => {
      const sentence = await spoken("Streets belong to the people who live in them.");
      const main = createSilenceOf(header, 20_000);
      const alike = await transcodeToCommonFormat([sentence, main]);
      expect(alike).toEqual([expect.objectContaining(format), main]);
      const { bytes } = joinMp3Parts(["One.", "Two."], alike);
      const decoded = await decodeMp3(bytes);
      expect(
        Math.abs(decoded.durationMs - getDurationMs(sentence) - getDurationMs(main)),
      ).toBeLessThan(250);
      const converted = await decodeMp3(alike[0]?.frames ?? Buffer.alloc(0));
      const before = await decodeMp3(sentence.frames);
      expect(converted.loudness / before.loudness).toBeGreaterThan(0.7);
      expect(converted.loudness / before.loudness).toBeLessThan(1.3);
    },
  );

  it("are left unchanged when all have the same format", async () => {
    const parts = [createSilenceOf("fff384c4", 500), createSilenceOf("fff384c4", 900)];
    const alike = await transcodeToCommonFormat(parts);
    expect(alike).toEqual(parts);
    expect(alike[0]?.frames).toBe(parts[0]?.frames);
    expect(await transcodeToCommonFormat([])).toEqual([]);
  });
});

describe("constant bitrate audio", () => {
  const FORMATS = [
    [44_100, 2],
    [48_000, 1],
    [24_000, 1],
    [22_050, 2],
    [16_000, 1],
    [8000, 1],
  ] as const;
  it.each(FORMATS)(
    "sounds the same, in independent frames of equal length: %d Hz, %d channels",
    async (sampleRate, channels) => {
      const { frames } = await spoken("Streets belong to the people who live in them.");
      const converter = openTranscoder();
      const voice = await converter.convert({ frames, sampleRate, channels });
      await converter.close();
      const format = detectCbrFormat(voice.frames);
      if (!format) throw new Error("no format");
      const steady = await convertToCbr(voice.frames, format);
      expect(new Set(steady.starts.map((at, n) => at - n * format.silentFrame.length))).toEqual(
        new Set([0]),
      );
      const whole = await decodeMp3(voice.frames);
      const made = await decodeMp3(steady.bytes);
      expect(maxSampleDifference(made.samples, whole.samples)).toBeLessThan(1e-6);
      // A decoder may start at any frame. Its output is exact from the second frame on.
      const later = await decodeMp3(sliceCbr(steady, format, 20 * format.frameMs, 1e9).bytes);
      const half = later.samples.length >> 1;
      expect(half).toBeGreaterThan(1000);
      expect(
        maxSampleDifference(later.samples.slice(-half), whole.samples.slice(-half)),
      ).toBeLessThan(1e-6);
    },
  );

  it.each(FORMATS)(
    "is the same whether extracted from a recording or sliced from the whole: %d Hz, %d channels",
    async (sampleRate, channels) => {
      const { frames } = await spoken("Streets belong to the people who live in them.");
      const converter = openTranscoder();
      const voice = await converter.convert({ frames, sampleRate, channels });
      await converter.close();
      const format = detectCbrFormat(voice.frames);
      if (!format) throw new Error("no format");
      const whole = await convertToCbr(voice.frames, format);
      const length = buildXingFrame(voice.frames, { bytes: voice.frames.length, ...voice });
      const recording = Buffer.concat([length, voice.frames]);
      for (const [fromMs, toMs] of [
        [0, 400],
        [400, 1234],
        [1234, 1234 + 20 * format.frameMs],
        [900, 1e9],
      ] as const)
        expect(await extractCbrRange(recording, format, fromMs, toMs)).toEqual(
          sliceCbr(whole, format, fromMs, toMs),
        );
    },
  );

  it("is re-encoded when its source has another format, even at the same bitrate", async () => {
    const sentence = await spoken("Streets belong to the people who live in them.");
    const format = detectCbrFormat(sentence.frames);
    if (!format) throw new Error("no format");
    const converter = openTranscoder();
    const { frames } = await converter.convert({ ...sentence, channels: 2, kbit: 160 });
    await converter.close();
    const steady = parseMp3((await convertToCbr(frames, format)).bytes);
    expect(steady).toMatchObject({ sampleRate: 16_000, channels: 1 });
    const decoded = await decodeMp3(steady.frames);
    expect(decoded.loudness).toBeGreaterThan(0.02);
    expect(Math.abs(decoded.durationMs - getDurationMs(sentence))).toBeLessThan(200);
  });

  it.each([
    ["24 kHz at the same bitrate", createSilenceOf("fff3e4c4", 500).frames],
    ["a lower bitrate", Buffer.concat(Array.from({ length: 20 }, () => MP3_FRAME))],
  ])("is re-encoded when its source does not fit the format: %s", async (_what, frames) => {
    const format = detectCbrFormat(MP3_FRAME);
    if (!format) throw new Error("no format");
    const { bytes, starts } = await convertToCbr(frames, format);
    expect(starts.length).toBeGreaterThan(10);
    expect(parseMp3(bytes).sampleRate).toBe(16_000);
    expect(starts.slice(1).map((end, n) => end - (starts[n] ?? 0))).toEqual(
      starts.slice(1).map(() => format.silentFrame.length),
    );
  });
});
