/** @jest-environment ./tests/web/browser.cjs */
import { configure, waitFor } from "@testing-library/react";
import { create } from "zustand";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { MAX_REWIND_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { findSavedLivePosition } from "#web/features/live-audio/saved-live-position.ts";
import { getLiveStatusText, hasStreamEnded } from "#web/features/live-audio/live-status.ts";
import { findLiveSentenceAt } from "#web/features/live-audio/live-sentence.ts";
import { LIVE_AUDIO_OFF, type LiveAudioState } from "#web/features/live-audio/live-audio-state.ts";
import { startLivePlayer } from "#web/features/live-audio/start-live-player.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";
import { useToasts } from "#web/lib/toast.ts";
import { installFakeAudio } from "./fake-audio.ts";
import { blockBrowserStorage } from "./block-browser-storage.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

// The player's code is loaded when it is needed first; a loaded machine takes its time.
configure({ asyncUtilTimeout: 60_000 });

const DEBATE = 7;
/** The server's clock is so much ahead of this one's. */
const AHEAD_MS = 3_600_000;
const fetched = globalThis.fetch;

/** A turn of two sentences, of 4 and 2 seconds, that begins at a moment on the air. */
const aTurn = (turnNumber: number, startsAt: number): LiveScheduleView["turns"][number] => ({
  turnId: 100 + turnNumber,
  turnNumber,
  attempt: 1,
  sentences: [
    { startsAt, endsAt: startsAt + 4000 },
    { startsAt: startsAt + 4000, endsAt: startsAt + 6000 },
  ],
});
const onAir = (now: number, change: Partial<LiveScheduleView> = {}): LiveScheduleView => ({
  debateId: DEBATE,
  now,
  outlook: "more",
  listeners: 1,
  turns: [],
  ...change,
});

describe("what is heard at a moment on the air", () => {
  const live = onAir(0, { turns: [aTurn(1, 10_000), aTurn(2, 19_000)] });

  test.each([
    [9999, null],
    [10_000, [1, 0, false, 0]],
    [15_000, [1, 1, false, 5]],
    [17_000, [1, 1, true, 6]],
    [19_500, [2, 0, false, 0.5]],
    [99_000, [2, 1, true, 6]],
  ])("at %d is %j", (moment, expected) => {
    const heard = findLiveSentenceAt(live, moment);
    const told = heard && [heard.turnNumber, heard.index, heard.isOver, heard.second];
    expect(told).toEqual(expected);
  });

  test.each<[string, Partial<LiveScheduleView>, number, number]>([
    ["Live", {}, 20_000, 21_000],
    ["9 s behind", {}, 20_000, 29_000],
    ["Live", {}, 27_000, 28_000],
    ["The voice pauses", {}, 31_000, 32_000],
    ["Live", { turns: [] }, 5000, 6000],
    ["The voice pauses", { turns: [] }, 5001, 6000],
    ["The debate pauses", { outlook: "pause" }, 31_000, 32_000],
    ["Live", { outlook: "pause" }, 20_000, 21_000],
  ])("is told as %j", (word, change, moment, now) => {
    const ear = { moment, now, since: 0, hasWords: true };
    expect(getLiveStatusText({ ...live, ...change }, ear)).toBe(word);
  });

  test.each([
    [{ since: 26_000 }, "Live"],
    [{ hasWords: false }, "Live"],
    [{}, "The voice pauses"],
  ])(
    "is no silence of the voice where it has just begun, or nothing is written: %j",
    (ear, word) => {
      const silent = { moment: 31_000, now: 32_000, since: 0, hasWords: true };
      expect(getLiveStatusText(live, { ...silent, ...ear })).toBe(word);
    },
  );

  test.each<[boolean, LiveScheduleView["outlook"], number, number]>([
    [false, "more", 99_000, 99_000],
    [false, "end", 20_000, 99_000],
    [true, "end", 25_000, 99_000],
    [true, "gate", 25_000, 26_000],
    [false, "pause", 25_000, 26_000],
    [true, "pause", 25_000, 700_000],
  ])("is it all? %p: %s, at %d of %d", (isOver, outlook, moment, now) => {
    expect(hasStreamEnded({ ...live, outlook, now }, moment)).toBe(isOver);
  });
});

describe("the radio", () => {
  const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  let aheadMs = AHEAD_MS;
  const serverNow = () => Date.now() + aheadMs;

  /** The radio over an element and a server that do as they are told. */
  const setUp = () => {
    const audio = installFakeAudio();
    const store = create<LiveAudioState>(() => LIVE_AUDIO_OFF);
    const begunAt = Date.now();
    let held = Promise.resolve();
    let letGo = () => {};
    const server = {
      isUp: true,
      status: 200,
      change: {} as Partial<LiveScheduleView>,
      /** How often it was asked what is on the air. */
      asked: 0,
      /** Whether its stream can be had: an answer, its code and its headers. */
      refusal: null as { status: number; code?: string; headers?: HeadersInit } | null,
      /** After how many milliseconds each time it was asked that. */
      tries: [] as number[],
      /** Holds its answers back until they are let go. */
      hold() {
        held = new Promise((resolve) => {
          letGo = resolve;
        });
      },
      async answer() {
        letGo();
        held = Promise.resolve();
        await wait(0);
      },
    };
    globalThis.fetch = async (path) => {
      if (!server.isUp) throw new TypeError("no connection");
      if (path === "/readyz") return new Response("{}");
      if (typeof path === "string" && path.includes("/live.mp3")) {
        server.tries.push(Date.now() - begunAt);
        const { status = 206, headers = {}, ...error } = server.refusal ?? {};
        return Response.json({ ...error, message: "Too many listen." }, { status, headers });
      }
      server.asked += 1;
      const body = server.status === 200 ? onAir(serverNow(), server.change) : { message: "No." };
      const { status } = server;
      await held;
      return Response.json(body, { status });
    };
    const radio = startLivePlayer(store);
    /** The sound plays on. */
    const play = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        audio.currentTime += 0.1;
        await wait(100);
      }
    };
    const tunedTo = () => Number(new URLSearchParams(audio.src.split("?")[1]).get("at"));
    return { audio, store, radio, server, play, tunedTo, phase: () => store.getState().phase };
  };
  const listening = async () => {
    const all = setUp();
    all.radio.listen(DEBATE);
    await wait(0);
    return all;
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, "random").mockReturnValue(0);
    aheadMs = AHEAD_MS;
    useToasts.setState({ current: null, isOpen: false });
    sessionStorage.clear();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    dispatchEvent(new Event("pagehide"));
    dispatchPlayerEvent({ type: "close" });
    jest.useRealTimers();
    globalThis.fetch = fetched;
    recordRecovery();
  });

  test("plays what is live, by the server's clock, and knows what is heard", async () => {
    const { audio, store, play, phase, tunedTo } = await listening();
    expect(audio.src).toMatch(/^\/api\/debates\/7\/live\.mp3\?at=\d+$/);
    expect(serverNow() - tunedTo()).toBe(1500);
    expect([phase(), audio.isPlaying]).toEqual(["playing", true]);
    const begun = tunedTo();
    await play(3000);
    expect(Math.round((store.getState().moment - begun) / 100)).toBe(30);
    expect(store.getState().now).toBe(serverNow());
  });

  test("plays on while nobody looks at the page", async () => {
    const { audio, play, phase } = await listening();
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    await play(20_000);
    expect([phase(), audio.isPlaying]).toEqual(["playing", true]);
    Reflect.deleteProperty(document, "hidden");
  });

  test.each<[string, (audio: ReturnType<typeof installFakeAudio>) => void]>([
    ["ended", (audio) => audio.happen("ended")],
    ["broken", (audio) => audio.breakWith(2)],
  ])("goes on by itself where it was when its stream is %s", async (_how, cut) => {
    const { audio, play, tunedTo, phase } = await listening();
    const begun = tunedTo();
    await play(5000);
    cut(audio);
    audio.error = null;
    expect(phase()).toBe("buffering");
    await wait(1000);
    expect([phase(), tunedTo()]).toEqual(["playing", begun + 5000]);
  });

  test("comes back within five seconds of the server being there again", async () => {
    const { audio, play, server, phase } = await listening();
    await play(1000);
    server.isUp = false;
    audio.happen("ended");
    await wait(20_000);
    expect(phase()).toBe("buffering");
    server.isUp = true;
    await wait(2000);
    expect(phase()).toBe("playing");
  });

  test("goes on live after a long outage", async () => {
    const { audio, server, play, tunedTo } = await listening();
    await play(5000);
    server.isUp = false;
    audio.happen("ended");
    await wait(40_000);
    server.isUp = true;
    await wait(2000);
    expect(serverNow() - tunedTo()).toBeLessThan(5000);
  });

  test("is tuned in anew when it stands still for too long", async () => {
    const { audio, play, tunedTo } = await listening();
    const begun = tunedTo();
    await play(2000);
    audio.src = "";
    await wait(6000);
    expect(tunedTo()).toBe(begun + 2000);
  });

  test("ends after the last word, where the player is then, and is not gone on with", async () => {
    const { audio, play, server, tunedTo, phase } = await listening();
    server.change = { outlook: "end", turns: [aTurn(1, tunedTo())] };
    usePlayer.setState({ playlist: createCompletedPlaylist(1) });
    await play(6000);
    audio.happen("ended");
    await wait(2000);
    expect([phase(), audio.src]).toEqual(["off", ""]);
    expect(findSavedLivePosition(DEBATE)).toBeNull();
    jest.useRealTimers();
    await waitFor(() => {
      const { phase: player, track, position, hasFinished } = usePlayer.getState();
      expect([player, track?.turnId, position, hasFinished]).toEqual(["stopped", 101, 60, true]);
    });
  });

  test("that was left can be gone on with, for a while", async () => {
    const { play, radio, server, store, tunedTo, phase } = await listening();
    const begun = tunedTo();
    await play(3000);
    radio.stop();
    expect(phase()).toBe("off");
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    expect(findSavedLivePosition(8)).toBeNull();
    // Where it was left it was left, whoever changes their mind before there is any sound.
    server.hold();
    radio.listen(DEBATE);
    radio.stop();
    await server.answer();
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    radio.listen(DEBATE, { from: findSavedLivePosition(DEBATE) ?? undefined });
    await wait(0);
    expect([tunedTo(), store.getState().moment]).toEqual([begun + 3000, begun + 3000]);
    radio.stop();
    // By the server's clock, whatever this one says.
    await wait(begun + 3000 + MAX_REWIND_MS - serverNow() - 1);
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    await wait(1);
    expect(findSavedLivePosition(DEBATE)).toBeNull();
  });

  test.each([
    ["where it was, as long as that can be heard", 899_999, 899_999],
    ["live, from where nothing can be heard any more", 900_000, 1500],
  ])("goes on %s", async (_where, agoMs, behindMs) => {
    const { radio, store, tunedTo } = setUp();
    radio.listen(DEBATE, { from: serverNow() - agoMs });
    await wait(0);
    const begun = serverNow() - behindMs;
    expect([tunedTo(), store.getState().moment]).toEqual([begun, begun]);
  });

  test("falls silent where the browser keeps nothing, and cannot be gone on with", async () => {
    const { audio, play, radio, phase } = await listening();
    await play(3000);
    blockBrowserStorage();
    radio.stop();
    expect([phase(), audio.src, findSavedLivePosition(DEBATE)]).toEqual(["off", "", null]);
  });

  test("tells the server who waits for the voice, and goes on at the same word", async () => {
    const { audio, store, play, radio, tunedTo } = await listening();
    const begun = tunedTo();
    await play(3000);
    radio.show(true);
    expect([audio.src, tunedTo()]).toEqual([
      `/api/debates/7/live.mp3?at=${begun + 3000}&show=on`,
      begun + 3000,
    ]);
    audio.currentTime = 0;
    await play(1000);
    store.setState({ hold: (debate, turns) => ({ debate, turns }) });
    radio.show(false);
    expect([audio.src, store.getState().hold]).toEqual([
      `/api/debates/7/live.mp3?at=${begun + 4000}`,
      null,
    ]);
    radio.stop();
    radio.show(true);
    expect([audio.src, store.getState().isShow]).toEqual(["", false]);
  });

  test("is over with its debate: why is said", async () => {
    const { audio, server, phase } = await listening();
    server.status = 404;
    audio.happen("ended");
    await wait(2000);
    expect([phase(), useToasts.getState().current?.description]).toEqual(["off", "No."]);
  });

  describe("whose stream fails without any sound", () => {
    const TOO_MANY = { status: 429, code: "too_many_requests" };
    const failing = async (refusal: Awaited<ReturnType<typeof listening>>["server"]["refusal"]) => {
      const all = await listening();
      all.server.refusal = refusal;
      all.audio.breakWith(4);
      return all;
    };

    test("asks for it after longer and longer pauses, and knows why it is refused", async () => {
      const { store, server, tunedTo } = await failing(TOO_MANY);
      await wait(60_000);
      expect(server.tries).toEqual([1400, 4200, 9800, 21_000, 41_000]);
      expect(store.getState()).toMatchObject({ phase: "buffering", refusal: "Too many listen." });
      server.refusal = null;
      await wait(1000);
      expect(store.getState()).toMatchObject({ phase: "playing", refusal: null });
      expect(serverNow() - tunedTo()).toBe(1500);
    });

    test("asks for it no sooner than the server says", async () => {
      const { server } = await failing({ ...TOO_MANY, headers: { "Retry-After": "30" } });
      await wait(70_000);
      expect(server.tries).toEqual([1400, 31_400, 61_400]);
    });

    test("tries it after longer and longer pauses where it is not refused, and until there is sound", async () => {
      const { audio, server, play } = await failing(null);
      for (const pause of [1400, 2800, 5600]) {
        await wait(pause);
        audio.breakWith(4);
      }
      expect(server.tries).toEqual([1400, 4200, 9800]);
      await wait(11_200);
      await play(1000);
      audio.src = "";
      audio.happen("ended");
      await wait(700);
      expect([audio.src !== "", server.tries.length]).toEqual([true, 4]);
    });

    test("is asked for anew by whoever presses again", async () => {
      const { audio, radio, server } = await failing(TOO_MANY);
      await wait(10_000);
      radio.listen(DEBATE);
      await wait(0);
      const { length } = server.tries;
      audio.breakWith(4);
      await wait(1400);
      expect(server.tries.length).toBe(length + 1);
    });

    test("says so, and ends, where it will not be had", async () => {
      const { phase } = await failing({ status: 409, code: "conflict" });
      await wait(1400);
      const { current } = useToasts.getState();
      expect([phase(), current?.description]).toEqual(["off", "Too many listen."]);
    });

    test("says nothing of what a proxy writes", async () => {
      const { store } = await failing({ status: 503 });
      await wait(1400);
      expect(store.getState()).toMatchObject({ phase: "buffering", refusal: null });
    });

    test("does nothing any more with a refusal of what was left", async () => {
      const { audio, store, radio, server } = await failing(TOO_MANY);
      const { fetch } = globalThis;
      globalThis.fetch = (path, sent) => {
        if (typeof path === "string" && path.includes("/live.mp3")) radio.stop();
        return fetch(path, sent);
      };
      await wait(60_000);
      expect([store.getState(), audio.src]).toEqual([{ ...LIVE_AUDIO_OFF, debateId: DEBATE }, ""]);
      expect(server.tries).toEqual([1400]);
    });
  });

  test("asks for a tap where the browser wants one, and never by itself", async () => {
    const { audio, radio, phase } = setUp();
    audio.refusal = "NotAllowedError";
    radio.listen(DEBATE);
    await wait(20_000);
    expect(phase()).toBe("blocked");
    audio.refusal = null;
    radio.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("playing");
  });

  test("stops for what else is played, and for whatever pauses it", async () => {
    const { radio, audio, phase } = await listening();
    usePlayer.setState({ phase: "loading" });
    expect(phase()).toBe("off");
    usePlayer.setState({ phase: "idle" });
    radio.listen(DEBATE);
    await wait(0);
    audio.pause();
    expect(phase()).toBe("off");
  });

  test("leaves what is over to the player, at the same place", async () => {
    const { radio, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    const place = serverNow() - 100_000;
    server.change = { outlook: "end", turns: [aTurn(1, place - 5000)] };
    radio.listen(DEBATE, { from: place });
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => {
      const { track, position } = usePlayer.getState();
      expect([track?.turnId, position]).toEqual([101, 5]);
    });
  });

  test("goes on in the player with what was over while nobody listened to it", async () => {
    const { radio, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    const place = serverNow() - MAX_REWIND_MS;
    server.change = { outlook: "end", turns: [aTurn(1, place - 5000), aTurn(2, place + 4000)] };
    radio.listen(DEBATE, { from: place });
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => {
      const { track, position } = usePlayer.getState();
      expect([track?.turnId, position]).toEqual([101, 5]);
    });
  });

  describe("whose answer comes late", () => {
    const toast = () => useToasts.getState().current?.description;

    test.each([
      ["an answer", 200],
      ["a refusal", 404],
    ])("does nothing any more with %s to what was left meanwhile", async (_what, status) => {
      const { audio, store, radio, server } = setUp();
      server.status = status;
      server.hold();
      radio.listen(DEBATE);
      radio.stop();
      await server.answer();
      expect([store.getState(), audio.src, toast()]).toEqual([
        { ...LIVE_AUDIO_OFF, debateId: DEBATE },
        "",
        undefined,
      ]);
      expect(findSavedLivePosition(DEBATE)).toBeNull();
    });

    test("plays what was asked for last", async () => {
      const { audio, radio, server, play } = setUp();
      server.hold();
      radio.listen(8);
      radio.listen(DEBATE, { from: serverNow() - 60_000 });
      await server.answer();
      await play(1000);
      expect(audio.src).toContain("/debates/7/");
      expect(server.asked).toBe(2);
    });

    test("looks at nothing that was left meanwhile", async () => {
      const { store, radio, server } = await listening();
      server.hold();
      radio.look(DEBATE);
      await wait(800);
      expect(server.asked).toBe(2);
      radio.stop();
      await server.answer();
      expect(store.getState()).toEqual({ ...LIVE_AUDIO_OFF, debateId: DEBATE });
    });

    test.each([
      ["an answer", 200],
      ["a refusal", 404],
    ])("goes on with nothing that was left after a cut: %s", async (_what, status) => {
      const { audio, store, radio, server, play } = await listening();
      await play(1000);
      server.status = status;
      server.hold();
      audio.happen("ended");
      await wait(700);
      expect(server.asked).toBe(2);
      radio.stop();
      await server.answer();
      await wait(20_000);
      expect([store.getState(), audio.src, server.asked, toast()]).toEqual([
        { ...LIVE_AUDIO_OFF, debateId: DEBATE },
        "",
        2,
        undefined,
      ]);
      expect(findSavedLivePosition(DEBATE)).not.toBeNull();
    });

    test("is not blocked by a browser's refusal of what was left", async () => {
      const { audio, radio, phase } = setUp();
      audio.refusal = "NotAllowedError";
      radio.listen(DEBATE);
      radio.stop();
      await wait(0);
      expect(phase()).toBe("off");
    });
  });

  test("leaves nothing running when it is off, and knows of no cut any more", async () => {
    const { audio, store, radio, server, play } = await listening();
    await play(1000);
    radio.look(DEBATE);
    audio.happen("ended");
    radio.stop();
    radio.look(DEBATE);
    for (const news of ["ended", "error", "playing", "waiting"]) audio.happen(news);
    await wait(30_000);
    expect([store.getState(), server.asked]).toEqual([{ ...LIVE_AUDIO_OFF, debateId: DEBATE }, 1]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("is off, and its place kept, when the page is left", async () => {
    const { audio, phase, play, tunedTo } = await listening();
    const begun = tunedTo();
    await play(2000);
    dispatchEvent(new Event("pagehide"));
    expect([phase(), audio.isPlaying, audio.src]).toEqual(["off", false, ""]);
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 2000);
    // What is left again, once it is off, was left where it was left.
    audio.currentTime = 99;
    dispatchEvent(new Event("pagehide"));
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 2000);
  });

  test("looks every five seconds, and for news of one moment once", async () => {
    const { radio, server, store, play } = await listening();
    expect(server.asked).toBe(1);
    await play(5000);
    expect(server.asked).toBe(1);
    await play(500);
    expect(server.asked).toBe(2);
    aheadMs += 2000;
    for (const debateId of [DEBATE, DEBATE, DEBATE, 8]) radio.look(debateId);
    await play(1000);
    expect(server.asked).toBe(3);
    expect(serverNow() - store.getState().now).toBeLessThan(200);
    radio.look(8);
    await play(400);
    expect(server.asked).toBe(3);
  });

  test.each([
    [0, 800, 700],
    [0.5, 1000, 875],
  ])("asks in the same moment on no two pages: %d", async (random, newsMs, cutMs) => {
    jest.spyOn(Math, "random").mockReturnValue(random);
    const { audio, radio, server } = await listening();
    for (const [ms, begin] of [
      [newsMs, () => radio.look(DEBATE)],
      [cutMs, () => audio.happen("ended")],
    ] as const) {
      const { asked } = server;
      begin();
      await wait(ms - 1);
      expect(server.asked).toBe(asked);
      await wait(1);
      expect(server.asked).toBe(asked + 1);
    }
  });

  test("learns of each sentence before it is heard, however soon the next is there", async () => {
    const { radio, server, play } = await listening();
    for (let news = 0; news < 4; news += 1) {
      radio.look(DEBATE);
      await play(500);
    }
    expect(server.asked).toBe(3);
  });

  test("plays on where nothing can be learnt of the air, by the clock that was told last", async () => {
    const { store, server, play, phase } = await listening();
    const { live } = store.getState();
    server.isUp = false;
    await play(8000);
    expect([phase(), store.getState().live, store.getState().now]).toEqual([
      "playing",
      live,
      serverNow(),
    ]);
  });

  test("says which turn is heard, and none while it is silent", async () => {
    const { store, radio, server, play, tunedTo } = await listening();
    server.change = { turns: [aTurn(3, tunedTo() + 1000)] };
    radio.look(DEBATE);
    await play(800);
    expect(store.getState().heard).toBeNull();
    await play(1200);
    expect(store.getState().heard).toBe(3);
    await play(6000);
    expect(store.getState().heard).toBeNull();
  });

  test("tells waiting for sound from playing", async () => {
    const { audio, phase } = await listening();
    audio.happen("waiting");
    expect(phase()).toBe("buffering");
    audio.happen("playing");
    expect(phase()).toBe("playing");
  });

  test("is tuned in anew once, however many signs of one cut there are", async () => {
    const { audio, server, play, phase } = await listening();
    await play(1000);
    audio.isPlaying = true;
    // Some browsers pause what has ended, or broken.
    audio.end();
    audio.breakWith(2);
    audio.happen("pause");
    expect(phase()).toBe("buffering");
    await wait(600);
    audio.happen("ended");
    await wait(600);
    expect(server.asked).toBe(1);
    await wait(200);
    expect([phase(), server.asked]).toEqual(["playing", 2]);
  });

  test("comes back live where nothing was heard before the cut", async () => {
    const { audio, server, tunedTo, store } = await listening();
    const begun = tunedTo();
    aheadMs += 2000;
    server.change = { listeners: 9 };
    audio.happen("ended");
    await wait(700);
    const { since, live } = store.getState();
    expect([tunedTo(), since, live?.listeners]).toEqual([begun + 2700, begun + 2700, 9]);
    await wait(200);
    expect(serverNow() - store.getState().now).toBeLessThan(200);
  });

  test("goes on by itself from nothing that waits for a tap", async () => {
    const { audio, radio, server, phase } = setUp();
    audio.refusal = "NotAllowedError";
    radio.listen(DEBATE);
    await wait(0);
    for (const news of ["ended", "error", "waiting"]) audio.happen(news);
    audio.refusal = null;
    await wait(4000);
    expect([phase(), server.asked]).toEqual(["blocked", 1]);
  });

  test("is held against nobody that a source was taken away while it was asked for", async () => {
    const { audio, radio, phase } = setUp();
    audio.refusal = "AbortError";
    radio.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("connecting");
  });

  test("changes to a show at once, or with its first sound, and asks for nothing twice", async () => {
    const { audio, store, radio, server } = setUp();
    server.hold();
    radio.listen(DEBATE);
    radio.show(true);
    expect([audio.src, store.getState().isShow]).toEqual(["", true]);
    await server.answer();
    expect(audio.src).toContain("&show=on");
    audio.src = "as it was";
    radio.show(true);
    expect(audio.src).toBe("as it was");
  });

  test("says why nothing can be heard", async () => {
    const { radio, server, phase } = setUp();
    server.status = 404;
    radio.listen(DEBATE);
    await wait(0);
    expect([phase(), useToasts.getState().current?.description]).toEqual(["off", "No."]);
    expect(findSavedLivePosition(DEBATE)).toBeNull();
  });

  test("is stopped by no pause of before it was asked for", async () => {
    const { audio, radio, server, phase } = await listening();
    server.hold();
    radio.listen(DEBATE);
    // Browsers tell a moment later.
    audio.happen("pause");
    await server.answer();
    expect(phase()).toBe("playing");
  });

  test("ends with a debate of which nothing was heard", async () => {
    const { audio, server, phase } = await listening();
    server.change = { outlook: "end" };
    audio.happen("ended");
    await wait(1000);
    expect([phase(), usePlayer.getState().track]).toEqual(["off", null]);
  });

  test("leaves what is over to Play All, for whoever asks for no place in it", async () => {
    const { radio, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    server.change = { outlook: "end", turns: [aTurn(1, serverNow() - 100_000)] };
    radio.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => expect(usePlayer.getState().isPlayingAll).toBe(true));
  });

  test("is told by the keys of a headset to pause, and to go on live", async () => {
    const keys = new Map<string, () => void>();
    const setActionHandler = (key: string, press: () => void) => void keys.set(key, press);
    Object.assign(navigator, { mediaSession: { setActionHandler } });
    Object.assign(globalThis, { MediaMetadata: function MediaMetadata() {} });
    const { radio, server, phase, tunedTo } = setUp();
    keys.get("play")?.();
    expect([phase(), server.asked]).toEqual(["off", 0]);
    radio.listen(DEBATE);
    await wait(0);
    keys.get("pause")?.();
    expect(phase()).toBe("off");
    await wait(5000);
    keys.get("play")?.();
    await wait(0);
    expect([phase(), serverNow() - tunedTo()]).toEqual(["playing", 1500]);
    keys.get("stop")?.();
    expect(phase()).toBe("off");
    Reflect.deleteProperty(navigator, "mediaSession");
    Reflect.deleteProperty(globalThis, "MediaMetadata");
  });
});
