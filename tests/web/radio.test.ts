/** @jest-environment ./tests/web/browser.cjs */
import { configure, waitFor } from "@testing-library/react";
import { create } from "zustand";
import type { LiveSpeech } from "#shared/contract/live.ts";
import { tell, usePlayer } from "#web/features/player/player-store.ts";
import { leftAt } from "#web/features/player/radio/left-off.ts";
import { airWord, isOverAt } from "#web/features/player/radio/air-word.ts";
import { heardAt } from "#web/features/player/radio/on-air.ts";
import { OFF, type RadioState } from "#web/features/player/radio/radio-state.ts";
import { startRadio } from "#web/features/player/radio/start-radio.ts";
import { noteAnswer } from "#web/lib/reachable.ts";
import { useToasts } from "#web/lib/toast.ts";
import { fakeAudio } from "./fake-audio.ts";
import { wholeDebate } from "./rehearse-player.ts";

// The player's code is loaded when it is needed first; a loaded machine takes its time.
configure({ asyncUtilTimeout: 60_000 });

const DEBATE = 7;
/** The server's clock is so much ahead of this one's. */
const AHEAD_MS = 3_600_000;
const fetched = globalThis.fetch;

/** A turn of two sentences, of 4 and 2 seconds, that begins at a moment on the air. */
const aTurn = (turnNumber: number, startsAt: number): LiveSpeech["turns"][number] => ({
  turnId: 100 + turnNumber,
  turnNumber,
  attempt: 1,
  sentences: [
    { startsAt, endsAt: startsAt + 4000 },
    { startsAt: startsAt + 4000, endsAt: startsAt + 6000 },
  ],
});
const onAir = (now: number, change: Partial<LiveSpeech> = {}): LiveSpeech => ({
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
    const heard = heardAt(live, moment);
    const told = heard && [heard.turnNumber, heard.index, heard.isOver, heard.second];
    expect(told).toEqual(expected);
  });

  test.each<[string, Partial<LiveSpeech>, number, number]>([
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
    expect(airWord({ ...live, ...change }, ear)).toBe(word);
  });

  test.each([
    [{ since: 26_000 }, "Live"],
    [{ hasWords: false }, "Live"],
    [{}, "The voice pauses"],
  ])(
    "is no silence of the voice where it has just begun, or nothing is written: %j",
    (ear, word) => {
      const silent = { moment: 31_000, now: 32_000, since: 0, hasWords: true };
      expect(airWord(live, { ...silent, ...ear })).toBe(word);
    },
  );

  test.each<[boolean, LiveSpeech["outlook"], number, number]>([
    [false, "more", 99_000, 99_000],
    [false, "end", 20_000, 99_000],
    [true, "end", 25_000, 99_000],
    [true, "gate", 25_000, 26_000],
    [false, "pause", 25_000, 26_000],
    [true, "pause", 25_000, 700_000],
  ])("is it all? %p: %s, at %d of %d", (isOver, outlook, moment, now) => {
    expect(isOverAt({ ...live, outlook, now }, moment)).toBe(isOver);
  });
});

describe("the radio", () => {
  const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const serverNow = () => Date.now() + AHEAD_MS;

  /** The radio over an element and a server that do as they are told. */
  const setUp = () => {
    const audio = fakeAudio();
    const store = create<RadioState>(() => OFF);
    const server = {
      isUp: true,
      status: 200,
      change: {} as Partial<LiveSpeech>,
    };
    globalThis.fetch = async (path) => {
      if (!server.isUp) throw new TypeError("no connection");
      if (path === "/readyz") return new Response("{}");
      const body = server.status === 200 ? onAir(serverNow(), server.change) : { message: "No." };
      return Response.json(body, { status: server.status });
    };
    const radio = startRadio(store);
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
    useToasts.setState({ current: null, isOpen: false });
    sessionStorage.clear();
  });
  afterEach(() => {
    dispatchEvent(new Event("pagehide"));
    tell({ type: "close" });
    jest.useRealTimers();
    globalThis.fetch = fetched;
    noteAnswer();
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

  test.each<[string, (audio: ReturnType<typeof fakeAudio>) => void]>([
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
    const { audio, server, tunedTo } = await listening();
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
    usePlayer.setState({ playlist: wholeDebate(1) });
    await play(6000);
    audio.happen("ended");
    await wait(2000);
    expect([phase(), audio.src]).toEqual(["off", ""]);
    expect(leftAt(DEBATE)).toBeNull();
    jest.useRealTimers();
    await waitFor(() => {
      const { phase: player, track, position, hasFinished } = usePlayer.getState();
      expect([player, track?.turnId, position, hasFinished]).toEqual(["stopped", 101, 60, true]);
    });
  });

  test("that was left can be gone on with, for a while", async () => {
    const { play, radio, tunedTo, phase } = await listening();
    const begun = tunedTo();
    await play(3000);
    radio.stop();
    expect(phase()).toBe("off");
    expect(leftAt(DEBATE)).toBe(begun + 3000);
    expect(leftAt(8)).toBeNull();
    radio.listen(DEBATE, { from: leftAt(DEBATE) ?? undefined });
    await wait(0);
    expect(tunedTo()).toBe(begun + 3000);
    radio.stop();
    await wait(AHEAD_MS + 900_000);
    expect(leftAt(DEBATE)).toBeNull();
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
    usePlayer.setState({ playlist: wholeDebate(2) });
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
});
