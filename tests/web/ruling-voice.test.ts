/** @jest-environment ./tests/web/browser.cjs */
import { create } from "zustand";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { LIVE_AUDIO_OFF, type LiveAudioState } from "#web/features/live-audio/live-audio-store.ts";
import { createLiveRulingSound } from "#web/features/live-audio/player/live-ruling-sound.ts";
import { type RulingSound, startRulingVoice } from "#web/lib/player/start-ruling-voice.ts";
import { FakeAudio } from "./fake-audio.ts";

const RULING = "/api/turns/101/ruling.mp3";

/** Turn 1 is spoken until second 10, and turn 2 from second 15 on. */
const SCHEDULE: LiveScheduleView = {
  debateId: 7,
  now: 0,
  outlook: "more",
  listeners: 1,
  spokenTurn: null,
  turns: [
    { turnId: 101, turnNumber: 1, attempt: 1, sentences: [{ startsAt: 0, endsAt: 10_000 }] },
    { turnId: 102, turnNumber: 2, attempt: 1, sentences: [{ startsAt: 15_000, endsAt: 20_000 }] },
  ],
};

const setUp = (state: Partial<LiveAudioState> = {}) => {
  const audio = new FakeAudio();
  const store = create<LiveAudioState>(() => ({
    ...LIVE_AUDIO_OFF,
    phase: "playing",
    debateId: 7,
    schedule: SCHEDULE,
    streamTime: 11_000,
    ...state,
  }));
  const voice = startRulingVoice(
    createLiveRulingSound(store),
    audio as unknown as HTMLAudioElement,
  );
  const calls: string[] = [];
  const speak = () =>
    voice.speak(101, {
      onStart: () => calls.push("start"),
      onEnd: () => calls.push("end"),
    });
  return { audio, store, voice, calls, speak };
};
/** Creates the voice that the scene of a finished debate uses. It can be paused. */
const setUpInScene = () => {
  const audio = new FakeAudio();
  const store = create(() => ({ permission: "speak" as "speak" | "pause" | "silence" }));
  const calls: string[] = [];
  const sound: RulingSound = {
    getPermission: () => store.getState().permission,
    subscribe: store.subscribe,
    tune: () => {},
    handleInterruption: () => calls.push("interrupted"),
  };
  const voice = startRulingVoice(sound, audio as unknown as HTMLAudioElement);
  const speak = () =>
    voice.speak(101, { onStart: () => calls.push("start"), onEnd: () => calls.push("end") });
  const change = (permission: "speak" | "pause" | "silence") => store.setState({ permission });
  return { audio, calls, speak, change };
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe("the voice of the judge's rulings", () => {
  test("loads a ruling first, then speaks it to its end", async () => {
    const { audio, voice, calls, speak } = setUp();
    voice.load(101);
    expect([audio.src, audio.isPlaying]).toEqual([RULING, false]);
    speak();
    await settle();
    expect([audio.isPlaying, calls]).toEqual([true, ["start"]]);
    audio.end();
    expect(calls).toEqual(["start", "end"]);
  });

  test.each<[string, Partial<LiveAudioState>]>([
    ["the sound is off", { phase: "off" }],
    ["only the words follow the voice", { phase: "silent" }],
    ["the browser blocks the sound", { phase: "blocked" }],
    ["the sound is not loaded yet", { phase: "connecting" }],
    ["a turn is spoken", { streamTime: 9000 }],
    ["the next turn is about to be spoken", { streamTime: 14_800 }],
  ])("requests and speaks nothing while %s", async (_what, state) => {
    const { audio, voice, calls, speak } = setUp(state);
    voice.load(101);
    speak();
    await settle();
    expect([audio.src, audio.isPlaying, calls]).toEqual(["", false, []]);
  });

  test.each<[string, Partial<LiveAudioState>]>([
    ["the next turn is about to be spoken", { streamTime: 14_800 }],
    ["the sound is turned off", { phase: "silent" }],
  ])("stops when %s", async (_what, change) => {
    const { audio, store, calls, speak } = setUp();
    speak();
    await settle();
    store.setState({ streamTime: 14_000 });
    expect(audio.isPlaying).toBe(true);
    store.setState(change);
    expect([audio.isPlaying, calls]).toEqual([false, ["start", "end"]]);
  });

  test("stops without a further call when the viewer skips the moment", async () => {
    const { audio, store, calls, speak } = setUp();
    const stop = speak();
    await settle();
    stop();
    store.setState({ phase: "silent" });
    expect([audio.isPlaying, calls]).toEqual([false, ["start"]]);
  });

  test("leaves the moment as it is without a recording, and tries again later", async () => {
    const { audio, calls, speak } = setUp();
    audio.refusal = "NotSupportedError";
    audio.error = { code: 4 };
    speak();
    await settle();
    expect(calls).toEqual([]);
    audio.refusal = null;
    speak();
    await settle();
    expect([audio.src, calls]).toEqual([RULING, ["start"]]);
  });

  test.each<[LiveScheduleView["outlook"], number, number]>([
    ["more", 3, 1],
    ["more", 4.2, 1.2],
    ["more", 7, 1.3],
    ["pause", 7, 1],
  ])("with the outlook %s plays %d s at the speed %d", (outlook, duration, rate) => {
    const { audio, voice } = setUp({ schedule: { ...SCHEDULE, outlook } });
    voice.load(101);
    audio.duration = duration;
    audio.happen("loadedmetadata");
    expect(audio.playbackRate).toBeCloseTo(rate);
  });

  test("waits while the scene is paused, and then speaks on", async () => {
    const { audio, calls, speak, change } = setUpInScene();
    speak();
    await settle();
    change("pause");
    expect([audio.isPlaying, calls]).toEqual([false, ["start"]]);
    change("speak");
    await settle();
    expect([audio.isPlaying, calls]).toEqual([true, ["start", "start"]]);
    audio.end();
    expect(calls).toEqual(["start", "start", "end"]);
  });

  test("ends when the sound is turned off during a pause", async () => {
    const { calls, speak, change } = setUpInScene();
    speak();
    await settle();
    change("pause");
    change("silence");
    expect(calls).toEqual(["start", "end"]);
  });

  test("lets the scene pause when something else pauses the ruling", async () => {
    const { audio, calls, speak } = setUpInScene();
    speak();
    await settle();
    audio.pause();
    expect(calls).toEqual(["start", "interrupted"]);
  });

  test.each([
    ["the browser forbids to continue", "NotAllowedError", null],
    ["the connection is lost", null, "error"],
  ])("ends the moment if %s", async (_what, refusal, event) => {
    const { audio, calls, speak, change } = setUpInScene();
    speak();
    await settle();
    change("pause");
    audio.refusal = refusal;
    change("speak");
    if (event !== null) audio.happen(event);
    await settle();
    expect(calls.at(-1)).toBe("end");
  });

  test("prepares its element in a user's gesture without sound", () => {
    const { audio, voice } = setUp();
    voice.unlock();
    expect(audio.isPlaying).toBe(false);
  });
});
