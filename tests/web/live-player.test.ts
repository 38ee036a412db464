/** @jest-environment ./tests/web/browser.cjs */
import { configure, waitFor } from "@testing-library/react";
import { create } from "zustand";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import { MAX_REWIND_MS } from "#shared/domain/audio/sentence-schedule.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { findSavedLivePosition } from "#web/features/live-audio/player/saved-live-position.ts";
import { getLiveStatusText, hasStreamEnded } from "#web/features/live-audio/player/live-status.ts";
import { findLiveSentenceAt } from "#web/features/live-audio/live-sentence.ts";
import { LIVE_AUDIO_OFF, type LiveAudioState } from "#web/features/live-audio/live-audio-store.ts";
import { startLivePlayer } from "#web/features/live-audio/player/start-live-player.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";
import { useToasts } from "#web/lib/toast.ts";
import { installFakeAudio } from "./fake-audio.ts";
import { blockBrowserStorage } from "./block-browser-storage.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

// Loading the player's code takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

const DEBATE = 7;
/** Time by which the server's clock is ahead of the browser's. */
const AHEAD_MS = 3_600_000;
const originalFetch = globalThis.fetch;

/** A turn with sentences of 4 s and 2 s that is live from `startsAt` on. */
const createTurnSchedule = (
  turnNumber: number,
  startsAt: number,
): LiveScheduleView["turns"][number] => ({
  turnId: 100 + turnNumber,
  turnNumber,
  attempt: 1,
  sentences: [
    { startsAt, endsAt: startsAt + 4000 },
    { startsAt: startsAt + 4000, endsAt: startsAt + 6000 },
  ],
});
const createSchedule = (now: number, change: Partial<LiveScheduleView> = {}): LiveScheduleView => ({
  debateId: DEBATE,
  now,
  outlook: "more",
  listeners: 1,
  turns: [],
  ...change,
});

describe("the live schedule", () => {
  const live = createSchedule(0, {
    turns: [createTurnSchedule(1, 10_000), createTurnSchedule(2, 19_000)],
  });

  test.each([
    [9999, null],
    [10_000, [1, 0, false, 0]],
    [15_000, [1, 1, false, 5]],
    [17_000, [1, 1, true, 6]],
    [19_500, [2, 0, false, 0.5]],
    [99_000, [2, 1, true, 6]],
  ])("at %d has the sentence %j", (streamTime, expected) => {
    const sentence = findLiveSentenceAt(live, streamTime);
    const summary = sentence && [
      sentence.turnNumber,
      sentence.index,
      sentence.isOver,
      sentence.second,
    ];
    expect(summary).toEqual(expected);
  });

  test.each<[string, Partial<LiveScheduleView>, number, number]>([
    ["Live", {}, 20_000, 21_000],
    ["9 s behind", {}, 20_000, 29_000],
    ["Live", {}, 27_000, 28_000],
    ["Waiting for the voice", {}, 31_000, 32_000],
    ["Live", { turns: [] }, 5000, 6000],
    ["Waiting for the voice", { turns: [] }, 5001, 6000],
    ["Waiting for the next turn", { outlook: "pause" }, 31_000, 32_000],
    ["Live", { outlook: "pause" }, 20_000, 21_000],
  ])("has the status text %j", (text, change, streamTime, now) => {
    const listener = { streamTime, now, playingSince: 0, hasUnspokenText: true };
    expect(getLiveStatusText({ ...live, ...change }, listener)).toBe(text);
  });

  test.each([
    [{ playingSince: 26_000 }, "Live"],
    [{ hasUnspokenText: false }, "Live"],
    [{}, "Waiting for the voice"],
  ])(
    "reports no pause of the voice for a new listener or where nothing is written: %j",
    (change, text) => {
      const listener = { streamTime: 31_000, now: 32_000, playingSince: 0, hasUnspokenText: true };
      expect(getLiveStatusText(live, { ...listener, ...change })).toBe(text);
    },
  );

  test.each<[boolean, LiveScheduleView["outlook"], number, number]>([
    [false, "more", 99_000, 99_000],
    [false, "end", 20_000, 99_000],
    [true, "end", 25_000, 99_000],
    [true, "gate", 25_000, 26_000],
    [false, "pause", 25_000, 26_000],
    [true, "pause", 25_000, 700_000],
  ])("has ended %p with outlook %s, at %d of %d", (isOver, outlook, streamTime, now) => {
    expect(hasStreamEnded({ ...live, outlook, now }, streamTime)).toBe(isOver);
  });
});

describe("the live player", () => {
  const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  let aheadMs = AHEAD_MS;
  const serverNow = () => Date.now() + aheadMs;

  /** Starts the live player with a fake audio element and a fake server. */
  const setUp = () => {
    const audio = installFakeAudio();
    const store = create<LiveAudioState>(() => LIVE_AUDIO_OFF);
    const startedAt = Date.now();
    let heldUntil = Promise.resolve();
    let release = () => {};
    const server = {
      isUp: true,
      status: 200,
      change: {} as Partial<LiveScheduleView>,
      /** Number of requests for the schedule. */
      asked: 0,
      /** The error response to requests for the stream; null if the stream is available. */
      refusal: null as { status: number; code?: string; headers?: HeadersInit } | null,
      /** The time of each request for the stream, in milliseconds from the start. */
      tries: [] as number[],
      /** Holds responses back until `answer` is called. */
      hold() {
        heldUntil = new Promise((resolve) => {
          release = resolve;
        });
      },
      async answer() {
        release();
        heldUntil = Promise.resolve();
        await wait(0);
      },
    };
    globalThis.fetch = async (path) => {
      if (!server.isUp) throw new TypeError("no connection");
      if (path === "/readyz") return new Response("{}");
      if (typeof path === "string" && path.includes("/live.mp3")) {
        server.tries.push(Date.now() - startedAt);
        const { status = 206, headers = {}, ...error } = server.refusal ?? {};
        return Response.json({ ...error, message: "Too many listen." }, { status, headers });
      }
      server.asked += 1;
      const body =
        server.status === 200 ? createSchedule(serverNow(), server.change) : { message: "No." };
      const { status } = server;
      await heldUntil;
      return Response.json(body, { status });
    };
    const livePlayer = startLivePlayer(store);
    /** Plays the audio for this many milliseconds. */
    const play = async (ms: number) => {
      for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += 100) {
        audio.currentTime += 0.1;
        await wait(100);
      }
    };
    const getRequestedTime = () => Number(new URLSearchParams(audio.src.split("?")[1]).get("at"));
    return {
      audio,
      store,
      livePlayer,
      server,
      play,
      getRequestedTime,
      phase: () => store.getState().phase,
    };
  };
  const listening = async () => {
    const all = setUp();
    all.livePlayer.listen(DEBATE);
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
    globalThis.fetch = originalFetch;
    recordRecovery();
  });

  test("plays live by the server's clock and knows the position", async () => {
    const { audio, store, play, phase, getRequestedTime } = await listening();
    expect(audio.src).toMatch(/^\/api\/debates\/7\/live\.mp3\?at=\d+$/);
    expect(serverNow() - getRequestedTime()).toBe(1500);
    expect([phase(), audio.isPlaying]).toEqual(["playing", true]);
    const begun = getRequestedTime();
    await play(3000);
    expect(Math.round((store.getState().streamTime - begun) / 100)).toBe(30);
    expect(store.getState().now).toBe(serverNow());
  });

  test("plays on while the page is hidden", async () => {
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
  ])("resumes at the same position when its stream is %s", async (_how, cut) => {
    const { audio, play, getRequestedTime, phase } = await listening();
    const begun = getRequestedTime();
    await play(5000);
    cut(audio);
    audio.error = null;
    expect(phase()).toBe("buffering");
    await wait(1000);
    expect([phase(), getRequestedTime()]).toEqual(["playing", begun + 5000]);
  });

  test("reconnects within five seconds after the server is back", async () => {
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

  test("resumes live after a long outage", async () => {
    const { audio, server, play, getRequestedTime } = await listening();
    await play(5000);
    server.isUp = false;
    audio.happen("ended");
    await wait(40_000);
    server.isUp = true;
    await wait(2000);
    expect(serverNow() - getRequestedTime()).toBeLessThan(5000);
  });

  test("reconnects when playback stalls", async () => {
    const { audio, play, getRequestedTime } = await listening();
    const begun = getRequestedTime();
    await play(2000);
    audio.src = "";
    await wait(6000);
    expect(getRequestedTime()).toBe(begun + 2000);
  });

  test("ends after the last word, moves the player there, and saves no position", async () => {
    const { audio, play, server, getRequestedTime, phase } = await listening();
    server.change = { outlook: "end", turns: [createTurnSchedule(1, getRequestedTime())] };
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

  test("saves the position on stop, for a limited time", async () => {
    const { play, livePlayer, server, store, getRequestedTime, phase } = await listening();
    const begun = getRequestedTime();
    await play(3000);
    livePlayer.stop();
    expect(phase()).toBe("off");
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    expect(findSavedLivePosition(8)).toBeNull();
    // Stopping before audio has arrived keeps the saved position.
    server.hold();
    livePlayer.listen(DEBATE);
    livePlayer.stop();
    await server.answer();
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    livePlayer.listen(DEBATE, { from: findSavedLivePosition(DEBATE) ?? undefined });
    await wait(0);
    expect([getRequestedTime(), store.getState().streamTime]).toEqual([begun + 3000, begun + 3000]);
    livePlayer.stop();
    // The limit for rewinding is measured with the server's clock.
    await wait(begun + 3000 + MAX_REWIND_MS - serverNow() - 1);
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 3000);
    await wait(1);
    expect(findSavedLivePosition(DEBATE)).toBeNull();
  });

  test.each([
    ["at the saved position within the rewind limit", 899_999, 899_999],
    ["live beyond the rewind limit", 900_000, 1500],
  ])("resumes %s", async (_where, agoMs, behindMs) => {
    const { livePlayer, store, getRequestedTime } = setUp();
    livePlayer.listen(DEBATE, { from: serverNow() - agoMs });
    await wait(0);
    const begun = serverNow() - behindMs;
    expect([getRequestedTime(), store.getState().streamTime]).toEqual([begun, begun]);
  });

  test("stops without browser storage and saves no position", async () => {
    const { audio, play, livePlayer, phase } = await listening();
    await play(3000);
    blockBrowserStorage();
    livePlayer.stop();
    expect([phase(), audio.src, findSavedLivePosition(DEBATE)]).toEqual(["off", "", null]);
  });

  test("stops with the server's reason when its debate is gone", async () => {
    const { audio, server, phase } = await listening();
    server.status = 404;
    audio.happen("ended");
    await wait(2000);
    expect([phase(), useToasts.getState().current?.description]).toEqual(["off", "No."]);
  });

  describe("a stream that fails without any audio", () => {
    const TOO_MANY = { status: 429, code: "too_many_requests" };
    const failing = async (refusal: Awaited<ReturnType<typeof listening>>["server"]["refusal"]) => {
      const all = await listening();
      all.server.refusal = refusal;
      all.audio.breakWith(4);
      return all;
    };

    test("is requested after growing pauses, and the reason of its refusal is shown", async () => {
      const { store, server, getRequestedTime } = await failing(TOO_MANY);
      await wait(60_000);
      expect(server.tries).toEqual([1400, 4200, 9800, 21_000, 41_000]);
      expect(store.getState()).toMatchObject({
        phase: "buffering",
        unavailableMessage: "Too many listen.",
      });
      server.refusal = null;
      await wait(1000);
      expect(store.getState()).toMatchObject({ phase: "playing", unavailableMessage: null });
      expect(serverNow() - getRequestedTime()).toBe(1500);
    });

    test("is requested no sooner than Retry-After allows", async () => {
      const { server } = await failing({ ...TOO_MANY, headers: { "Retry-After": "30" } });
      await wait(70_000);
      expect(server.tries).toEqual([1400, 31_400, 61_400]);
    });

    test("is tried after growing pauses until audio plays", async () => {
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

    test("is requested at once when the user presses again", async () => {
      const { audio, livePlayer, server } = await failing(TOO_MANY);
      await wait(10_000);
      livePlayer.listen(DEBATE);
      await wait(0);
      const { length } = server.tries;
      audio.breakWith(4);
      await wait(1400);
      expect(server.tries.length).toBe(length + 1);
    });

    test("ends live listening with a reason when the refusal is final", async () => {
      const { phase } = await failing({ status: 409, code: "conflict" });
      await wait(1400);
      const { current } = useToasts.getState();
      expect([phase(), current?.description]).toEqual(["off", "Too many listen."]);
    });

    test("shows no reason when a proxy wrote the error", async () => {
      const { store } = await failing({ status: 503 });
      await wait(1400);
      expect(store.getState()).toMatchObject({ phase: "buffering", unavailableMessage: null });
    });

    test("ignores a refusal that arrives after the stop", async () => {
      const { audio, store, livePlayer, server } = await failing(TOO_MANY);
      const { fetch } = globalThis;
      globalThis.fetch = (path, sent) => {
        if (typeof path === "string" && path.includes("/live.mp3")) livePlayer.stop();
        return fetch(path, sent);
      };
      await wait(60_000);
      expect([store.getState(), audio.src]).toEqual([{ ...LIVE_AUDIO_OFF, debateId: DEBATE }, ""]);
      expect(server.tries).toEqual([1400]);
    });
  });

  test("asks for a tap when the browser blocks playback, and never starts by itself", async () => {
    const { audio, livePlayer, phase } = setUp();
    audio.refusal = "NotAllowedError";
    livePlayer.listen(DEBATE);
    await wait(20_000);
    expect(phase()).toBe("blocked");
    audio.refusal = null;
    livePlayer.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("playing");
  });

  test("stops when another turn is loaded or the browser pauses the audio", async () => {
    const { livePlayer, audio, phase } = await listening();
    usePlayer.setState({ phase: "loading" });
    expect(phase()).toBe("off");
    usePlayer.setState({ phase: "idle" });
    livePlayer.listen(DEBATE);
    await wait(0);
    audio.pause();
    expect(phase()).toBe("off");
  });

  test("hands a finished debate to the player at the same position", async () => {
    const { livePlayer, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    const savedTime = serverNow() - 100_000;
    server.change = { outlook: "end", turns: [createTurnSchedule(1, savedTime - 5000)] };
    livePlayer.listen(DEBATE, { from: savedTime });
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => {
      const { track, position } = usePlayer.getState();
      expect([track?.turnId, position]).toEqual([101, 5]);
    });
  });

  test("hands a debate that ended in the listener's absence to the player", async () => {
    const { livePlayer, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    const savedTime = serverNow() - MAX_REWIND_MS;
    server.change = {
      outlook: "end",
      turns: [createTurnSchedule(1, savedTime - 5000), createTurnSchedule(2, savedTime + 4000)],
    };
    livePlayer.listen(DEBATE, { from: savedTime });
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => {
      const { track, position } = usePlayer.getState();
      expect([track?.turnId, position]).toEqual([101, 5]);
    });
  });

  describe("the live player, when an answer is late", () => {
    const toast = () => useToasts.getState().current?.description;

    test.each([
      ["an answer", 200],
      ["a refusal", 404],
    ])("ignores %s that arrives after the stop", async (_what, status) => {
      const { audio, store, livePlayer, server } = setUp();
      server.status = status;
      server.hold();
      livePlayer.listen(DEBATE);
      livePlayer.stop();
      await server.answer();
      expect([store.getState(), audio.src, toast()]).toEqual([
        { ...LIVE_AUDIO_OFF, debateId: DEBATE },
        "",
        undefined,
      ]);
      expect(findSavedLivePosition(DEBATE)).toBeNull();
    });

    test("plays the debate that was requested last", async () => {
      const { audio, livePlayer, server, play } = setUp();
      server.hold();
      livePlayer.listen(8);
      livePlayer.listen(DEBATE, { from: serverNow() - 60_000 });
      await server.answer();
      await play(1000);
      expect(audio.src).toContain("/debates/7/");
      expect(server.asked).toBe(2);
    });

    test("ignores a schedule that arrives after the stop", async () => {
      const { store, livePlayer, server } = await listening();
      server.hold();
      livePlayer.refreshSchedule(DEBATE);
      await wait(800);
      expect(server.asked).toBe(2);
      livePlayer.stop();
      await server.answer();
      expect(store.getState()).toEqual({ ...LIVE_AUDIO_OFF, debateId: DEBATE });
    });

    test.each([
      ["an answer", 200],
      ["a refusal", 404],
    ])("does not reconnect after a stop during a cut: %s", async (_what, status) => {
      const { audio, store, livePlayer, server, play } = await listening();
      await play(1000);
      server.status = status;
      server.hold();
      audio.happen("ended");
      await wait(700);
      expect(server.asked).toBe(2);
      livePlayer.stop();
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

    test("is not blocked when the browser refuses playback after the stop", async () => {
      const { audio, livePlayer, phase } = setUp();
      audio.refusal = "NotAllowedError";
      livePlayer.listen(DEBATE);
      livePlayer.stop();
      await wait(0);
      expect(phase()).toBe("off");
    });
  });

  test("leaves no timers after a stop and ignores later events", async () => {
    const { audio, store, livePlayer, server, play } = await listening();
    await play(1000);
    livePlayer.refreshSchedule(DEBATE);
    audio.happen("ended");
    livePlayer.stop();
    livePlayer.refreshSchedule(DEBATE);
    for (const event of ["ended", "error", "playing", "waiting"]) audio.happen(event);
    await wait(30_000);
    expect([store.getState(), server.asked]).toEqual([{ ...LIVE_AUDIO_OFF, debateId: DEBATE }, 1]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("stops and saves its position when the page is left", async () => {
    const { audio, phase, play, getRequestedTime } = await listening();
    const begun = getRequestedTime();
    await play(2000);
    dispatchEvent(new Event("pagehide"));
    expect([phase(), audio.isPlaying, audio.src]).toEqual(["off", false, ""]);
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 2000);
    // A second pagehide event must not move the saved position.
    audio.currentTime = 99;
    dispatchEvent(new Event("pagehide"));
    expect(findSavedLivePosition(DEBATE)).toBe(begun + 2000);
  });

  test("requests the schedule every five seconds, and once for several events of one moment", async () => {
    const { livePlayer, server, store, play } = await listening();
    expect(server.asked).toBe(1);
    await play(5000);
    expect(server.asked).toBe(1);
    await play(500);
    expect(server.asked).toBe(2);
    aheadMs += 2000;
    for (const debateId of [DEBATE, DEBATE, DEBATE, 8]) livePlayer.refreshSchedule(debateId);
    await play(1000);
    expect(server.asked).toBe(3);
    expect(serverNow() - store.getState().now).toBeLessThan(200);
    livePlayer.refreshSchedule(8);
    await play(400);
    expect(server.asked).toBe(3);
  });

  test.each([
    [0, 800, 700],
    [0.5, 1000, 875],
  ])("adds jitter to its requests: random value %d", async (random, refreshMs, cutMs) => {
    jest.spyOn(Math, "random").mockReturnValue(random);
    const { audio, livePlayer, server } = await listening();
    for (const [ms, begin] of [
      [refreshMs, () => livePlayer.refreshSchedule(DEBATE)],
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

  test("is not delayed in its schedule requests by a fast series of events", async () => {
    const { livePlayer, server, play } = await listening();
    for (let event = 0; event < 4; event += 1) {
      livePlayer.refreshSchedule(DEBATE);
      await play(500);
    }
    expect(server.asked).toBe(3);
  });

  test("plays on by the last known schedule while the server is down", async () => {
    const { store, server, play, phase } = await listening();
    const { schedule } = store.getState();
    server.isUp = false;
    await play(8000);
    expect([phase(), store.getState().schedule, store.getState().now]).toEqual([
      "playing",
      schedule,
      serverNow(),
    ]);
  });

  test("knows which turn is heard, and none during silence", async () => {
    const { store, livePlayer, server, play, getRequestedTime } = await listening();
    server.change = { turns: [createTurnSchedule(3, getRequestedTime() + 1000)] };
    livePlayer.refreshSchedule(DEBATE);
    await play(800);
    expect(store.getState().audibleTurnNumber).toBeNull();
    await play(1200);
    expect(store.getState().audibleTurnNumber).toBe(3);
    await play(6000);
    expect(store.getState().audibleTurnNumber).toBeNull();
  });

  test("tells buffering from playing", async () => {
    const { audio, phase } = await listening();
    audio.happen("waiting");
    expect(phase()).toBe("buffering");
    audio.happen("playing");
    expect(phase()).toBe("playing");
  });

  test("reconnects once for several events of one cut", async () => {
    const { audio, server, play, phase } = await listening();
    await play(1000);
    audio.isPlaying = true;
    // Some browsers also send "pause" when a stream has ended or broken.
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

  test("resumes live after a cut before any audio", async () => {
    const { audio, server, getRequestedTime, store } = await listening();
    const begun = getRequestedTime();
    aheadMs += 2000;
    server.change = { listeners: 9 };
    audio.happen("ended");
    await wait(700);
    const { playingSince, schedule } = store.getState();
    expect([getRequestedTime(), playingSince, schedule?.listeners]).toEqual([
      begun + 2700,
      begun + 2700,
      9,
    ]);
    await wait(200);
    expect(serverNow() - store.getState().now).toBeLessThan(200);
  });

  test("does not resume by itself while it waits for a tap", async () => {
    const { audio, livePlayer, server, phase } = setUp();
    audio.refusal = "NotAllowedError";
    livePlayer.listen(DEBATE);
    await wait(0);
    for (const event of ["ended", "error", "waiting"]) audio.happen(event);
    audio.refusal = null;
    await wait(4000);
    expect([phase(), server.asked]).toEqual(["blocked", 1]);
  });

  test("keeps connecting when the browser aborts a play call because its source was removed", async () => {
    const { audio, livePlayer, phase } = setUp();
    audio.refusal = "AbortError";
    livePlayer.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("connecting");
  });

  describe("a followed debate", () => {
    const following = async () => {
      const all = setUp();
      all.livePlayer.follow(DEBATE);
      await wait(0);
      return all;
    };
    const isBehind = (store: { getState(): LiveAudioState }) =>
      serverNow() - store.getState().streamTime;

    test("moves on by the server's clock without sound", async () => {
      const { audio, store, phase, server } = await following();
      expect([phase(), audio.src, server.asked, isBehind(store)]).toEqual(["silent", "", 1, 1500]);
      await wait(400);
      expect([isBehind(store), store.getState().now]).toEqual([1500, serverNow()]);
    });

    test("plays at the shared position when the sound is turned on, and moves on after it", async () => {
      const { store, livePlayer, phase, play, getRequestedTime } = await following();
      const { schedule } = store.getState();
      livePlayer.listen(DEBATE);
      expect(store.getState().schedule).toBe(schedule);
      await wait(0);
      expect(serverNow() - getRequestedTime()).toBe(1500);
      await play(1000);
      expect(isBehind(store)).toBeCloseTo(1500, 0);
      livePlayer.stop();
      await wait(1000);
      expect([phase(), isBehind(store)]).toEqual(["silent", 1500]);
    });

    test("speeds up sound that began late, and slows down sound that is ahead", async () => {
      const { audio, livePlayer, play } = await following();
      livePlayer.listen(DEBATE);
      await wait(0);
      // The sound takes 300 ms to begin.
      await wait(300);
      await play(400);
      expect(audio.playbackRate).toBe(1.05);
      audio.currentTime += 0.3;
      await play(200);
      expect(audio.playbackRate).toBe(1);
      audio.currentTime += 0.3;
      await play(200);
      expect(audio.playbackRate).toBe(0.95);
      audio.currentTime -= 1.3;
      await play(200);
      expect(audio.playbackRate).toBe(1.15);
    });

    test("moves on while the browser waits for a tap", async () => {
      const { audio, store, livePlayer, phase } = await following();
      audio.refusal = "NotAllowedError";
      livePlayer.listen(DEBATE);
      await wait(1000);
      expect([phase(), isBehind(store)]).toEqual(["blocked", 1500]);
    });

    test("is as far in two browsers, although the network of one is slow", async () => {
      const { store, server, livePlayer } = setUp();
      // The response arrives 500 ms after the server has read its clock.
      server.hold();
      livePlayer.follow(DEBATE);
      await wait(500);
      await server.answer();
      await wait(300);
      expect(Math.abs(isBehind(store) - 1500)).toBeLessThan(300);
      // A fast response corrects the clock. A later slow response does not change it.
      livePlayer.refreshSchedule(DEBATE);
      await wait(1000);
      expect(isBehind(store)).toBe(1500);
      server.hold();
      livePlayer.refreshSchedule(DEBATE);
      await wait(2000);
      await server.answer();
      await wait(200);
      expect(isBehind(store)).toBe(1500);
    });

    test("asks again for its schedule every fifteen seconds, also while the server is down", async () => {
      const { server } = await following();
      await wait(15_000);
      expect(server.asked).toBe(1);
      await wait(400);
      expect(server.asked).toBe(2);
      server.isUp = false;
      await wait(15_400);
      server.isUp = true;
      await wait(15_400);
      expect(server.asked).toBe(3);
    });

    test("adds a sentence that is ready in time to its schedule without a request", async () => {
      const { store, livePlayer, server } = setUp();
      const startsAt = serverNow();
      server.change = { turns: [createTurnSchedule(1, startsAt)] };
      livePlayer.follow(DEBATE);
      await wait(0);
      const part = { debateId: DEBATE, turnId: 101, attempt: 1, startMs: 6000, endMs: 9000 };
      livePlayer.addSentence({ ...part, index: 2 });
      expect(store.getState().schedule?.turns[0]?.sentences.at(-1)).toEqual({
        startsAt: startsAt + 6000,
        endsAt: startsAt + 9000,
      });
      await wait(1000);
      expect(server.asked).toBe(1);
      // A sentence of another debate is ignored. If a sentence is of another turn or attempt,
      // follows a gap or plays too soon, the schedule is requested again.
      livePlayer.addSentence({ ...part, debateId: 8, index: 3 });
      await wait(1000);
      expect(server.asked).toBe(1);
      for (const [n, change] of [
        { turnId: 102, index: 0 },
        { attempt: 2, index: 3 },
        { index: 7 },
      ].entries()) {
        livePlayer.addSentence({ ...part, ...change });
        await wait(1000);
        expect(server.asked).toBe(n + 2);
      }
      await wait(5000);
      livePlayer.addSentence({ ...part, index: 2 });
      await wait(1000);
      expect(server.asked).toBe(5);
    });

    test("leaves no timers when it is not followed any more", async () => {
      const { store, livePlayer } = await following();
      livePlayer.follow(DEBATE);
      livePlayer.follow(null);
      expect(store.getState()).toEqual({ ...LIVE_AUDIO_OFF, debateId: DEBATE });
      expect(jest.getTimerCount()).toBe(0);
    });

    test("is still heard when it is not followed any more", async () => {
      const { livePlayer, phase, play } = await following();
      livePlayer.listen(DEBATE);
      await wait(0);
      livePlayer.follow(null);
      await play(1000);
      expect(phase()).toBe("playing");
      livePlayer.stop();
      expect(phase()).toBe("off");
    });
  });

  test("shows why a debate cannot be heard", async () => {
    const { livePlayer, server, phase } = setUp();
    server.status = 404;
    livePlayer.listen(DEBATE);
    await wait(0);
    expect([phase(), useToasts.getState().current?.description]).toEqual(["off", "No."]);
    expect(findSavedLivePosition(DEBATE)).toBeNull();
  });

  test("ignores a pause event of the previous stream", async () => {
    const { audio, livePlayer, server, phase } = await listening();
    server.hold();
    livePlayer.listen(DEBATE);
    // Browsers send "pause" late. Here the next stream is already starting.
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

  test("starts Play All when the debate has ended and no position was given", async () => {
    const { livePlayer, server, phase } = setUp();
    usePlayer.setState({ playlist: createCompletedPlaylist(2) });
    server.change = { outlook: "end", turns: [createTurnSchedule(1, serverNow() - 100_000)] };
    livePlayer.listen(DEBATE);
    await wait(0);
    expect(phase()).toBe("off");
    jest.useRealTimers();
    await waitFor(() => expect(usePlayer.getState().isPlayingAll).toBe(true));
  });

  test("is paused and resumed live with the keys of a headset", async () => {
    const keys = new Map<string, () => void>();
    const setActionHandler = (key: string, press: () => void) => void keys.set(key, press);
    Object.assign(navigator, { mediaSession: { setActionHandler } });
    Object.assign(globalThis, { MediaMetadata: function MediaMetadata() {} });
    const { livePlayer, server, phase, getRequestedTime } = setUp();
    keys.get("play")?.();
    expect([phase(), server.asked]).toEqual(["off", 0]);
    livePlayer.listen(DEBATE);
    await wait(0);
    keys.get("pause")?.();
    expect(phase()).toBe("off");
    await wait(5000);
    keys.get("play")?.();
    await wait(0);
    expect([phase(), serverNow() - getRequestedTime()]).toEqual(["playing", 1500]);
    keys.get("stop")?.();
    expect(phase()).toBe("off");
    Reflect.deleteProperty(navigator, "mediaSession");
    Reflect.deleteProperty(globalThis, "MediaMetadata");
  });
});
