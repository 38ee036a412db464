/** @jest-environment ./tests/web/browser.cjs */
import { createAudioSource } from "#web/lib/player/engine/audio-source.ts";
import type { AudioEvent } from "#web/lib/player/player-state.ts";
import { installFakeAudio } from "./fake-audio.ts";

const fetched = globalThis.fetch;
const { createObjectURL, revokeObjectURL } = URL;
afterEach(() => {
  globalThis.fetch = fetched;
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

type Fetched = (path: unknown, signal: AbortSignal | undefined) => Promise<Response>;

const setUp = (answer: Fetched = async () => new Response("sound")) => {
  const audio = installFakeAudio();
  const revoked: unknown[] = [];
  let made = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      made += 1;
      return `blob:sound-${made}`;
    },
    revokeObjectURL: (address: unknown) => revoked.push(address),
  });
  const asked: unknown[] = [];
  globalThis.fetch = (path, init) => {
    asked.push([init?.method, path]);
    return answer(path, init?.signal ?? undefined);
  };
  const told: AudioEvent[] = [];
  let isTold = () => {};
  const sound = createAudioSource(new Audio(), (event) => {
    told.push(event);
    isTold();
  });
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      isTold = resolve;
    });
  /** Resolves with the event that ends this load. */
  const load = (run: number, url: string) => {
    const event = nextEvent();
    sound.load(run, url);
    return event;
  };
  return { audio, sound, told, asked, load, nextEvent, revoked };
};

/** A response that is sent on `letGo`, even after an abort. */
const held = () => {
  let letGo = () => {};
  const answer = new Promise<Response>((resolve) => {
    letGo = () => resolve(new Response("sound"));
  });
  return { answer, letGo: () => letGo() };
};

/** Waits for pending promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a recording", () => {
  test("is given to the audio element when it has loaded completely", async () => {
    const { audio, told, asked, load } = setUp();
    await load(3, "/sound");
    expect([told, audio.src]).toEqual([[{ type: "loaded", run: 3 }], "blob:sound-1"]);
    expect(asked).toEqual([["GET", "/sound"]]);
  });

  test.each([
    [503, "Not now.", "Not now."],
    [406, "There is no other.", "format not supported"],
  ])("refused with status %d reports the reason", async (status, message, words) => {
    const { told, load } = setUp(async () => Response.json({ message }, { status }));
    await load(3, "/sound");
    expect(told).toEqual([{ type: "refused", run: 3, message: words }]);
  });

  test.each<[string, Fetched]>([
    ["cannot be requested", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "is cut off",
      async () =>
        Object.assign(new Response(), { blob: () => Promise.reject(new TypeError("terminated")) }),
    ],
  ])("that %s is reported as a network error", async (_what, answer) => {
    const { told, load } = setUp(answer);
    await load(3, "/sound");
    expect(told).toEqual([{ type: "refused", run: 3, message: "network error" }]);
  });

  test("replaces the previous one, whose object URL is revoked", async () => {
    const { audio, sound, load, revoked } = setUp();
    await load(1, "/first");
    sound.play();
    expect([audio.isPlaying, revoked]).toEqual([true, []]);
    sound.load(2, "/second");
    expect([audio.isPlaying, audio.src, revoked]).toEqual([false, "", ["blob:sound-1"]]);
    sound.unload();
    expect(revoked).toEqual(["blob:sound-1"]);
  });

  test("is aborted without an event when it is unloaded while it loads", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { sound, told } = setUp((_path, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    });
    sound.load(1, "/sound");
    sound.unload();
    await settled();
    expect([signals.map((signal) => signal?.aborted), told]).toEqual([[true], []]);
  });

  test("is ignored when it arrives after another was loaded", async () => {
    const first = held();
    const { audio, sound, told, load } = setUp((path) =>
      path === "/first" ? first.answer : Promise.resolve(new Response("sound")),
    );
    sound.load(1, "/first");
    await load(2, "/second");
    first.letGo();
    await settled();
    expect([told, audio.src]).toEqual([[{ type: "loaded", run: 2 }], "blob:sound-1"]);
  });
});

describe("the audio element", () => {
  test.each([
    ["playing", "started"],
    ["waiting", "buffering"],
    ["ended", "ended"],
    ["pause", "interrupted"],
  ])("maps the event '%s' to %s, with the number of the load", async (event, type) => {
    const { audio, told, load } = setUp();
    await load(3, "/sound");
    audio.happen(event);
    expect(told.slice(1)).toEqual([{ type, run: 3 }]);
  });

  test('reports the end without an interruption, although the browser also sends "pause"', async () => {
    const { audio, sound, told, load } = setUp();
    await load(3, "/sound");
    sound.play();
    audio.end();
    expect(told.slice(1).map(({ type }) => type)).toEqual(["started", "ended"]);
  });

  test("reports the code of an error, and ignores error events without one", async () => {
    const { audio, told, load } = setUp();
    await load(3, "/sound");
    const thrown = jest.fn();
    addEventListener("error", thrown);
    audio.happen("error");
    audio.breakWith(4);
    removeEventListener("error", thrown);
    expect(told.slice(1)).toEqual([{ type: "broken", run: 3, code: 4 }]);
    expect(thrown).not.toHaveBeenCalled();
  });

  test("reports that playback is blocked until a tap", async () => {
    const { audio, sound, told, load, nextEvent } = setUp();
    await load(3, "/sound");
    audio.refusal = "NotAllowedError";
    sound.play();
    await nextEvent();
    expect(told.slice(1)).toEqual([{ type: "blocked", run: 3 }]);
  });

  test("does not report an aborted play call", async () => {
    const { audio, sound, told, load } = setUp();
    await load(3, "/sound");
    audio.refusal = "AbortError";
    sound.play();
    await settled();
    expect(told).toHaveLength(1);
  });

  test("plays, pauses and seeks", async () => {
    const { audio, sound, load } = setUp();
    await load(3, "/sound");
    sound.play();
    expect(audio.isPlaying).toBe(true);
    sound.pause();
    expect(audio.isPlaying).toBe(false);
    sound.seek(12);
    expect(audio.currentTime).toBe(12);
  });

  test("reports the position, and the duration when it is known", async () => {
    const { audio, sound, told, load } = setUp();
    await load(3, "/sound");
    audio.currentTime = 5;
    sound.report();
    audio.duration = 60;
    sound.report();
    expect(told.slice(1)).toEqual([
      { type: "progress", run: 3, position: 5, duration: null },
      { type: "progress", run: 3, position: 5, duration: 60 },
    ]);
  });

  test("keeps the chosen speed and volume with every new source", async () => {
    const { audio, sound, load } = setUp();
    sound.tune(1.5, 0.4);
    expect(audio).toMatchObject({ playbackRate: 1.5, defaultPlaybackRate: 1.5, volume: 0.4 });
    await load(3, "/sound");
    expect(audio.playbackRate).toBe(1.5);
  });

  test("is not written while its speed and volume are unchanged", () => {
    const { audio, sound } = setUp();
    const set = jest.fn();
    for (const name of ["playbackRate", "defaultPlaybackRate", "volume"])
      Object.defineProperty(audio, name, { get: () => 1, set });
    sound.tune(1, 1);
    expect(set).not.toHaveBeenCalled();
  });
});
