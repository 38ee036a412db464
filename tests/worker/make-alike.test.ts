import { openConverter } from "#infra/audio/convert.ts";
import { durationMs, readMp3, silence } from "#infra/audio/mp3.ts";
import { lengthFrame } from "#infra/audio/mp3-length.ts";
import { makeSteady, steadyFormatOf, steadyStretch, stretchOf } from "#infra/audio/steady-sound.ts";
import { type Standins, startStandins } from "#infra/standins/start-standins.ts";
import { joinRecording } from "#worker/speech/join-recording.ts";
import { makeAlike } from "#worker/speech/make-alike.ts";
import { decodeMp3, difference } from "../audio/decode-mp3.ts";
import { FRAME } from "../audio/store-recordings.ts";

let standins: Standins;
beforeAll(async () => {
  standins = await startStandins();
});
afterAll(() => standins.close());

/** A sentence of 16 kHz, mono. */
const spoken = async (input: string) => {
  const answer = await fetch(`${standins.ttsBaseUrl}/audio/speech`, {
    method: "POST",
    headers: { authorization: "Bearer any" },
    body: JSON.stringify({ model: "any", voice: "alloy", input }),
  });
  return readMp3(Buffer.from(await answer.arrayBuffer()));
};
const quiet = (header: string, ms: number) => silence(Buffer.from(header, "hex"), ms);

describe("sentences of different formats", () => {
  it.each([
    ["44.1 kHz, stereo", "fffb9064", { sampleRate: 44_100, channels: 2 }],
    ["48 kHz, mono", "fffb94c4", { sampleRate: 48_000, channels: 1 }],
    ["24 kHz, mono", "fff384c4", { sampleRate: 24_000, channels: 1 }],
    ["8 kHz, mono", "ffe318c4", { sampleRate: 8000, channels: 1 }],
  ])("are made one, of that which most is in: %s", async (_what, header, format) => {
    const sentence = await spoken("Streets belong to the people who live in them.");
    const main = quiet(header, 20_000);
    const alike = await makeAlike([sentence, main]);
    expect(alike).toEqual([expect.objectContaining(format), main]);
    const { bytes } = joinRecording(["One.", "Two."], alike);
    const heard = await decodeMp3(bytes);
    expect(Math.abs(heard.durationMs - durationMs(sentence) - durationMs(main))).toBeLessThan(250);
    const converted = await decodeMp3(alike[0]?.frames ?? Buffer.alloc(0));
    const before = await decodeMp3(sentence.frames);
    expect(converted.loudness / before.loudness).toBeGreaterThan(0.7);
    expect(converted.loudness / before.loudness).toBeLessThan(1.3);
  });

  it("are left as they are where they are of one", async () => {
    const parts = [quiet("fff384c4", 500), quiet("fff384c4", 900)];
    const alike = await makeAlike(parts);
    expect(alike).toEqual(parts);
    expect(alike[0]?.frames).toBe(parts[0]?.frames);
    expect(await makeAlike([])).toEqual([]);
  });
});

describe("sound for a stream", () => {
  const FORMATS = [
    [44_100, 2],
    [48_000, 1],
    [24_000, 1],
    [22_050, 2],
    [16_000, 1],
    [8000, 1],
  ] as const;
  it.each(FORMATS)(
    "is the same, in frames of one length that need none of the others: %d Hz, %d channels",
    async (sampleRate, channels) => {
      const { frames } = await spoken("Streets belong to the people who live in them.");
      const converter = openConverter();
      const voice = await converter.convert({ frames, sampleRate, channels });
      await converter.close();
      const format = steadyFormatOf(voice.frames);
      if (!format) throw new Error("no format");
      const steady = await makeSteady(voice.frames, format);
      expect(new Set(steady.starts.map((at, n) => at - n * format.silentFrame.length))).toEqual(
        new Set([0]),
      );
      const whole = await decodeMp3(voice.frames);
      const made = await decodeMp3(steady.bytes);
      expect(difference(made.samples, whole.samples)).toBeLessThan(1e-6);
      // A decoder is right from the second frame on, whichever is the first.
      const later = await decodeMp3(stretchOf(steady, format, 20 * format.frameMs, 1e9).bytes);
      const half = later.samples.length >> 1;
      expect(half).toBeGreaterThan(1000);
      expect(difference(later.samples.slice(-half), whole.samples.slice(-half))).toBeLessThan(1e-6);
    },
  );

  it.each(FORMATS)(
    "is cut out of a recording as it is in the whole of it: %d Hz, %d channels",
    async (sampleRate, channels) => {
      const { frames } = await spoken("Streets belong to the people who live in them.");
      const converter = openConverter();
      const voice = await converter.convert({ frames, sampleRate, channels });
      await converter.close();
      const format = steadyFormatOf(voice.frames);
      if (!format) throw new Error("no format");
      const whole = await makeSteady(voice.frames, format);
      const length = lengthFrame(voice.frames, { bytes: voice.frames.length, ...voice });
      const recording = Buffer.concat([length, voice.frames]);
      for (const [fromMs, toMs] of [
        [0, 400],
        [400, 1234],
        [1234, 1234 + 20 * format.frameMs],
        [900, 1e9],
      ] as const)
        expect(await steadyStretch(recording, format, fromMs, toMs)).toEqual(
          stretchOf(whole, format, fromMs, toMs),
        );
    },
  );

  it("is encoded anew where it came in another format, though as many bits", async () => {
    const sentence = await spoken("Streets belong to the people who live in them.");
    const format = steadyFormatOf(sentence.frames);
    if (!format) throw new Error("no format");
    const converter = openConverter();
    const { frames } = await converter.convert({ ...sentence, channels: 2, kbit: 160 });
    await converter.close();
    const steady = readMp3((await makeSteady(frames, format)).bytes);
    expect(steady).toMatchObject({ sampleRate: 16_000, channels: 1 });
    const heard = await decodeMp3(steady.frames);
    expect(heard.loudness).toBeGreaterThan(0.02);
    expect(Math.abs(heard.durationMs - durationMs(sentence))).toBeLessThan(200);
  });

  it.each([
    ["24 kHz, with as many bits", quiet("fff3e4c4", 500).frames],
    [
      "fewer bits, which cannot be given more room",
      Buffer.concat(Array.from({ length: 20 }, () => FRAME)),
    ],
  ])("is encoded anew where it is not as it is to be: %s", async (_what, frames) => {
    const format = steadyFormatOf(FRAME);
    if (!format) throw new Error("no format");
    const { bytes, starts } = await makeSteady(frames, format);
    expect(starts.length).toBeGreaterThan(10);
    expect(readMp3(bytes).sampleRate).toBe(16_000);
    expect(starts.slice(1).map((end, n) => end - (starts[n] ?? 0))).toEqual(
      starts.slice(1).map(() => format.silentFrame.length),
    );
  });
});
