/** @jest-environment ./tests/web/browser.cjs */
import { createAudioSource } from "#web/lib/player/engine/audio-source.ts";
import type { AudioEvent } from "#web/lib/player/player-state.ts";
import { installFakeAudio } from "./fake-audio.ts";

const originalFetch = globalThis.fetch;
const { createObjectURL, revokeObjectURL } = URL;
afterEach(() => {
  globalThis.fetch = originalFetch;
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});

type FakeFetch = (path: unknown, signal: AbortSignal | undefined) => Promise<Response>;

const setUp = (answer: FakeFetch = async () => new Response("sound")) => {
  const audio = installFakeAudio();
  const revokedUrls: unknown[] = [];
  let urlCount = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      urlCount += 1;
      return `blob:sound-${urlCount}`;
    },
    revokeObjectURL: (address: unknown) => revokedUrls.push(address),
  });
  const requests: unknown[] = [];
  globalThis.fetch = (path, init) => {
    requests.push([init?.method, path]);
    return answer(path, init?.signal ?? undefined);
  };
  const events: AudioEvent[] = [];
  let notifyNext = () => {};
  const sound = createAudioSource(new Audio(), (event) => {
    events.push(event);
    notifyNext();
  });
  const nextEvent = () =>
    new Promise<void>((resolve) => {
      notifyNext = resolve;
    });
  /** Starts a load. Resolves with the next event, which ends the load. */
  const load = (loadId: number, url: string) => {
    const event = nextEvent();
    sound.load(loadId, url);
    return event;
  };
  return { audio, sound, events, requests, load, nextEvent, revokedUrls };
};

/** A response that arrives when `release` is called, even after an abort. */
const createHeldResponse = () => {
  let release = () => {};
  const answer = new Promise<Response>((resolve) => {
    release = () => resolve(new Response("sound"));
  });
  return { answer, release: () => release() };
};

/** Waits for pending promises. */
const waitForPromises = () => new Promise((resolve) => setTimeout(resolve));

describe("a recording", () => {
  test("is given to the audio element when it has loaded completely", async () => {
    const { audio, events, requests, load } = setUp();
    await load(3, "/sound");
    expect([events, audio.src]).toEqual([[{ type: "loaded", loadId: 3 }], "blob:sound-1"]);
    expect(requests).toEqual([["GET", "/sound"]]);
  });

  test.each([
    [503, "Not now.", "Not now."],
    [406, "There is no other.", "format not supported"],
  ])("refused with status %d reports the reason", async (status, message, words) => {
    const { events, load } = setUp(async () => Response.json({ message }, { status }));
    await load(3, "/sound");
    expect(events).toEqual([{ type: "refused", loadId: 3, message: words }]);
  });

  test.each<[string, FakeFetch]>([
    ["cannot be requested", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "is cut off",
      async () =>
        Object.assign(new Response(), { blob: () => Promise.reject(new TypeError("terminated")) }),
    ],
  ])("that %s is reported as a network error", async (_what, answer) => {
    const { events, load } = setUp(answer);
    await load(3, "/sound");
    expect(events).toEqual([{ type: "refused", loadId: 3, message: "network error" }]);
  });

  test("replaces the previous one, whose object URL is revoked", async () => {
    const { audio, sound, load, revokedUrls } = setUp();
    await load(1, "/first");
    sound.play();
    expect([audio.isPlaying, revokedUrls]).toEqual([true, []]);
    sound.load(2, "/second");
    expect([audio.isPlaying, audio.src, revokedUrls]).toEqual([false, "", ["blob:sound-1"]]);
    sound.unload();
    expect(revokedUrls).toEqual(["blob:sound-1"]);
  });

  test("is aborted without an event when it is unloaded while it loads", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const { sound, events } = setUp((_path, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    });
    sound.load(1, "/sound");
    sound.unload();
    await waitForPromises();
    expect([signals.map((signal) => signal?.aborted), events]).toEqual([[true], []]);
  });

  test("is ignored when it arrives after another was loaded", async () => {
    const first = createHeldResponse();
    const { audio, sound, events, load } = setUp((path) =>
      path === "/first" ? first.answer : Promise.resolve(new Response("sound")),
    );
    sound.load(1, "/first");
    await load(2, "/second");
    first.release();
    await waitForPromises();
    expect([events, audio.src]).toEqual([[{ type: "loaded", loadId: 2 }], "blob:sound-1"]);
  });
});

describe("the audio element", () => {
  test.each([
    ["playing", "started"],
    ["waiting", "buffering"],
    ["ended", "ended"],
    ["pause", "interrupted"],
  ])("maps the event '%s' to %s, with the number of the load", async (event, type) => {
    const { audio, events, load } = setUp();
    await load(3, "/sound");
    audio.happen(event);
    expect(events.slice(1)).toEqual([{ type, loadId: 3 }]);
  });

  test('reports the end without an interruption, although the browser also sends "pause"', async () => {
    const { audio, sound, events, load } = setUp();
    await load(3, "/sound");
    sound.play();
    audio.end();
    expect(events.slice(1).map(({ type }) => type)).toEqual(["started", "ended"]);
  });

  test("reports the code of an error, and ignores error events without one", async () => {
    const { audio, events, load } = setUp();
    await load(3, "/sound");
    const thrown = jest.fn();
    addEventListener("error", thrown);
    audio.happen("error");
    audio.breakWith(4);
    removeEventListener("error", thrown);
    expect(events.slice(1)).toEqual([{ type: "broken", loadId: 3, code: 4 }]);
    expect(thrown).not.toHaveBeenCalled();
  });

  test("reports that playback is blocked until a tap", async () => {
    const { audio, sound, events, load, nextEvent } = setUp();
    await load(3, "/sound");
    audio.refusal = "NotAllowedError";
    sound.play();
    await nextEvent();
    expect(events.slice(1)).toEqual([{ type: "blocked", loadId: 3 }]);
  });

  test("does not report an aborted play call", async () => {
    const { audio, sound, events, load } = setUp();
    await load(3, "/sound");
    audio.refusal = "AbortError";
    sound.play();
    await waitForPromises();
    expect(events).toHaveLength(1);
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
    const { audio, sound, events, load } = setUp();
    await load(3, "/sound");
    audio.currentTime = 5;
    sound.report();
    audio.duration = 60;
    sound.report();
    expect(events.slice(1)).toEqual([
      { type: "progress", loadId: 3, position: 5, duration: null },
      { type: "progress", loadId: 3, position: 5, duration: 60 },
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
