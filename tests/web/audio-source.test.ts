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
  /** Loads until that has come to an end. */
  const load = (run: number, url: string) => {
    const event = nextEvent();
    sound.load(run, url);
    return event;
  };
  return { audio, sound, told, asked, load, nextEvent, revoked };
};

/** An answer that comes when it is let go, whoever still wants it. */
const held = () => {
  let letGo = () => {};
  const answer = new Promise<Response>((resolve) => {
    letGo = () => resolve(new Response("sound"));
  });
  return { answer, letGo: () => letGo() };
};

/** Until all that was to be done at once is done. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("a sound", () => {
  test("is given to the element when it is here as a whole", async () => {
    const { audio, told, asked, load } = setUp();
    await load(3, "/sound");
    expect([told, audio.src]).toEqual([[{ type: "loaded", run: 3 }], "blob:sound-1"]);
    expect(asked).toEqual([["GET", "/sound"]]);
  });

  test.each([
    [503, "Not now.", "Not now."],
    [406, "There is no other.", "format not supported"],
  ])("that is refused with %d says why", async (status, message, words) => {
    const { told, load } = setUp(async () => Response.json({ message }, { status }));
    await load(3, "/sound");
    expect(told).toEqual([{ type: "refused", run: 3, message: words }]);
  });

  test.each<[string, Fetched]>([
    ["does not come", () => Promise.reject(new TypeError("Failed to fetch"))],
    [
      "breaks off",
      async () =>
        Object.assign(new Response(), { blob: () => Promise.reject(new TypeError("terminated")) }),
    ],
  ])("that %s is a network error", async (_what, answer) => {
    const { told, load } = setUp(answer);
    await load(3, "/sound");
    expect(told).toEqual([{ type: "refused", run: 3, message: "network error" }]);
  });

  test("takes the place of the one before, whose memory is given back", async () => {
    const { audio, sound, load, revoked } = setUp();
    await load(1, "/first");
    sound.play();
    expect([audio.isPlaying, revoked]).toEqual([true, []]);
    sound.load(2, "/second");
    expect([audio.isPlaying, audio.src, revoked]).toEqual([false, "", ["blob:sound-1"]]);
    sound.unload();
    expect(revoked).toEqual(["blob:sound-1"]);
  });

  test("that is no longer wanted is not asked for to its end, and nothing is told of it", async () => {
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

  test("that comes though it is no longer wanted is not heard", async () => {
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

describe("the element", () => {
  test.each([
    ["playing", "started"],
    ["waiting", "buffering"],
    ["ended", "ended"],
    ["pause", "interrupted"],
  ])("that says '%s' tells: %s, and of which load", async (event, type) => {
    const { audio, told, load } = setUp();
    await load(3, "/sound");
    audio.happen(event);
    expect(told.slice(1)).toEqual([{ type, run: 3 }]);
  });

  test("is not interrupted by its end, which pauses it, too", async () => {
    const { audio, sound, told, load } = setUp();
    await load(3, "/sound");
    sound.play();
    audio.end();
    expect(told.slice(1).map(({ type }) => type)).toEqual(["started", "ended"]);
  });

  test("tells what broke it, and nothing where nothing did", async () => {
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

  test("that wants a tap first says so", async () => {
    const { audio, sound, told, load, nextEvent } = setUp();
    await load(3, "/sound");
    audio.refusal = "NotAllowedError";
    sound.play();
    await nextEvent();
    expect(told.slice(1)).toEqual([{ type: "blocked", run: 3 }]);
  });

  test("says nothing of a play that was taken back", async () => {
    const { audio, sound, told, load } = setUp();
    await load(3, "/sound");
    audio.refusal = "AbortError";
    sound.play();
    await settled();
    expect(told).toHaveLength(1);
  });

  test("plays, pauses and goes to a place", async () => {
    const { audio, sound, load } = setUp();
    await load(3, "/sound");
    sound.play();
    expect(audio.isPlaying).toBe(true);
    sound.pause();
    expect(audio.isPlaying).toBe(false);
    sound.seek(12);
    expect(audio.currentTime).toBe(12);
  });

  test("reports its place, and its length once that is known", async () => {
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

  test("has the speed and the volume that were chosen, with every new source", async () => {
    const { audio, sound, load } = setUp();
    sound.tune(1.5, 0.4);
    expect(audio).toMatchObject({ playbackRate: 1.5, defaultPlaybackRate: 1.5, volume: 0.4 });
    await load(3, "/sound");
    expect(audio.playbackRate).toBe(1.5);
  });

  test("is left alone while its speed and volume are right", () => {
    const { audio, sound } = setUp();
    const set = jest.fn();
    for (const name of ["playbackRate", "defaultPlaybackRate", "volume"])
      Object.defineProperty(audio, name, { get: () => 1, set });
    sound.tune(1, 1);
    expect(set).not.toHaveBeenCalled();
  });
});
