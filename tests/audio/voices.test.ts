import OpenAI from "openai";
import { readEnv } from "#infra/env.ts";
import { InvalidMp3Error, getDurationMs, parseMp3 } from "#infra/audio/mp3.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { type FakeServers, startFakes } from "#infra/dev/fakes/start-fakes.ts";
import { decodeMp3, measurePitchHz } from "./decode-mp3.ts";

const SENTENCE = "Streets belong to the people who live in them, and not to the cars that pass.";

let standins: FakeServers;
let client: OpenAI;
beforeAll(async () => {
  standins = await startFakes();
  client = new OpenAI({ baseURL: standins.ttsBaseUrl, apiKey: "any", maxRetries: 0 });
});
afterAll(() => standins.close());

const speak = async (voice: string, more: Partial<OpenAI.Audio.SpeechCreateParams> = {}) => {
  const request = { model: "any", voice, input: SENTENCE, ...more };
  return Buffer.from(await (await client.audio.speech.create(request)).arrayBuffer());
};

describe("the fake voice", () => {
  it("has two voices per provider that differ in pitch or timbre", async () => {
    const voices = Object.values(readEnv({ TTS_API_KEY: "any" }).voice?.voices ?? {}).flat();
    expect(new Set(voices).size).toBe(2 * PROVIDERS.length);
    const pitches: number[] = [];
    for (const voice of voices) {
      const heard = await decodeMp3(await speak(voice));
      expect(heard.loudness).toBeGreaterThan(0.02);
      pitches.push(measurePitchHz(heard));
    }
    pitches.sort((a, b) => a - b);
    const steps = pitches.slice(1).map((pitch, n) => pitch / (pitches[n] ?? 1));
    // The pitches of two voices differ by more than a semitone, which is 6 %.
    for (const step of steps) expect(step).toBeGreaterThan(1.08);
  });

  it("returns a constant bit rate MP3 whose duration matches its frames", async () => {
    const bytes = await speak("alloy");
    const mp3 = parseMp3(bytes);
    const heard = await decodeMp3(bytes);
    expect(heard.durationMs).toBeCloseTo(getDurationMs(mp3), 0);
    expect(heard.durationMs).toBeGreaterThan(3000);
    expect(mp3.frames.length).toBe((mp3.samples / 576) * 216);
  });

  it("supports speed and any input text", async () => {
    const [slow, quick] = await Promise.all([
      speak("echo", { speed: 0.5 }),
      speak("echo", { speed: 2 }),
    ]);
    expect(slow.length / quick.length).toBeGreaterThan(2.5);
    for (const input of ["…", "-h", "“Ça va” — 50 %", "数"])
      expect(parseMp3(await speak("sage", { input })).samples).toBeGreaterThan(0);
  });

  it("returns identical audio for the same sentence, whatever it synthesized before", async () => {
    const before = await speak("sage");
    for (const voice of ["echo", "fable", "alloy"])
      await speak(voice, { input: `${SENTENCE} Whoever drives may walk.` });
    expect((await speak("sage")).equals(before)).toBe(true);
  });

  it.each([
    ["a refused API key", { apiKey: "bad-key" }, 401],
    ["an overload", {}, 503],
    ["too many requests", {}, 429],
  ])("can answer with %s", async (_what, options, status) => {
    if (status !== 401) standins.faults.add({ kind: "speech", effect: "status", status });
    const one = client.withOptions(options);
    const request = { model: "any", voice: "alloy", input: SENTENCE };
    await expect(one.audio.speech.create(request)).rejects.toMatchObject({ status });
  });

  it("can break off a response", async () => {
    standins.faults.add({ kind: "speech", effect: "cut" });
    await expect(speak("alloy")).rejects.toThrow("terminated");
  });

  it.each(["empty", "corrupt"] as const)("can return %s audio", async (effect) => {
    standins.faults.add({ kind: "speech", effect });
    const bytes = await speak("alloy");
    expect(() => parseMp3(bytes)).toThrow(InvalidMp3Error);
  });
});
