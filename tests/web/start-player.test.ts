/** @jest-environment ./tests/web/browser.cjs */
import { create } from "zustand";
import { startPlayer } from "#web/lib/player/engine/start-player.ts";
import { IDLE_PLAYER_STATE, type PlayerState } from "#web/lib/player/player-state.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";
import { useToasts } from "#web/lib/toast.ts";
import { installFakeAudio } from "./fake-audio.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

const originalFetch = globalThis.fetch;

/** Starts the player with a fake audio element and a fake server. */
const setUp = (answer = async () => new Response("sound")) => {
  const audio = installFakeAudio();
  const requests: unknown[] = [];
  globalThis.fetch = (path) => {
    if (path !== "/readyz") requests.push(path);
    return answer();
  };
  const store = create<PlayerState>(() => IDLE_PLAYER_STATE);
  const dispatch = startPlayer(store);
  dispatch({ type: "listed", playlist: createCompletedPlaylist(2) });
  return { audio, requests, dispatch, phase: () => store.getState().phase, state: store.getState };
};

const playing = async () => {
  const player = setUp();
  player.dispatch({ type: "play", turnId: 101 });
  await wait(0);
  return player;
};

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const getToastTitle = () => useToasts.getState().current?.title;

beforeEach(() => {
  jest.useFakeTimers();
  useToasts.setState({ current: null, isOpen: false });
});
afterEach(() => {
  // Makes the players of earlier tests close.
  dispatchEvent(new Event("pagehide"));
  jest.useRealTimers();
  globalThis.fetch = originalFetch;
  recordRecovery();
});

describe("the player", () => {
  test("plays, pauses, seeks and stops", async () => {
    const { audio, dispatch, phase, requests } = await playing();
    expect([phase(), audio.isPlaying, requests.length]).toEqual(["playing", true, 1]);
    dispatch({ type: "seek", to: 20 });
    expect(audio.currentTime).toBe(20);
    dispatch({ type: "pause" });
    expect(audio.isPlaying).toBe(false);
    dispatch({ type: "resume" });
    expect([audio.isPlaying, audio.src]).toEqual([true, "blob:sound"]);
    dispatch({ type: "stop" });
    expect([audio.isPlaying, audio.src, getToastTitle()]).toEqual([false, "", "Audio Stopped"]);
  });

  test("applies the chosen speed and volume", async () => {
    const { audio, dispatch } = await playing();
    dispatch({ type: "tune", rate: 1.5, volume: 0.4 });
    expect([audio.playbackRate, audio.volume]).toEqual([1.5, 0.4]);
  });

  test("reads the position ten times a second while it plays", async () => {
    const { audio, dispatch, state } = await playing();
    audio.currentTime = 5;
    await wait(99);
    expect(state().position).toBe(0);
    await wait(1);
    expect(state().position).toBe(5);
    audio.currentTime = 6;
    await wait(100);
    expect(state().position).toBe(6);
    dispatch({ type: "pause" });
    expect(jest.getTimerCount()).toBe(0);
  });

  test("keeps the interval of its position timer when other events happen", async () => {
    const { audio, dispatch, state } = await playing();
    audio.currentTime = 5;
    await wait(50);
    dispatch({ type: "tune", volume: 0.4 });
    await wait(50);
    expect(state().position).toBe(5);
  });

  test("has one position timer, also after repeated resumes", async () => {
    const { dispatch } = await playing();
    const running = jest.getTimerCount();
    dispatch({ type: "pause" });
    dispatch({ type: "resume" });
    dispatch({ type: "resume" });
    expect(jest.getTimerCount()).toBe(running);
  });

  test("repeats a request after 8 s and gives up after 15 s", async () => {
    const { requests, dispatch, phase } = setUp(() => new Promise(() => {}));
    dispatch({ type: "play", turnId: 101 });
    await wait(7999);
    expect(requests).toHaveLength(1);
    await wait(1);
    expect(requests).toHaveLength(2);
    await wait(6999);
    expect(phase()).toBe("loading");
    await wait(1);
    expect([phase(), getToastTitle()]).toEqual(["error", "Audio playback error"]);
  });

  test("nudges the audio after 30 s without progress", async () => {
    const { audio } = await playing();
    const play = jest.spyOn(audio, "play");
    await wait(20_000);
    audio.currentTime = 5;
    await wait(30_000);
    expect(play).not.toHaveBeenCalled();
    await wait(100);
    expect(play).toHaveBeenCalledTimes(1);
  });

  test("has no timers after a stop", async () => {
    const { dispatch, phase } = await playing();
    dispatch({ type: "stop" });
    await wait(100);
    expect([phase(), jest.getTimerCount()]).toEqual(["idle", 0]);
  });

  test("has no timers after an error", async () => {
    const { audio, phase } = await playing();
    audio.breakWith(3);
    expect([phase(), jest.getTimerCount()]).toEqual(["error", 0]);
  });

  test("is closed with its toast when the page is left", async () => {
    const { audio, dispatch, state } = setUp();
    dispatch({ type: "play-all" });
    await wait(1000);
    expect([audio.isPlaying, getToastTitle()]).toEqual([true, "For Side"]);
    expect(useToasts.getState().isOpen).toBe(true);
    dispatchEvent(new Event("pagehide"));
    expect([audio.isPlaying, state().track]).toEqual([false, null]);
    expect(useToasts.getState().isOpen).toBe(false);
  });

  test.each([
    ["visible", false, "silence"],
    ["hidden, as on a locked phone", true, "audio"],
  ] as const)(
    "plays all turns with timers frozen while it is %s",
    async (_how, isHidden, resting) => {
      jest.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
      const { audio, dispatch, requests, state } = setUp();
      dispatch({ type: "tune", rate: 2 });
      dispatch({ type: "play-all" });
      await wait(1000);
      expect([state().track?.turnNumber, requests.length]).toEqual([1, 2]);
      const restingElement = resting === "audio" ? audio : audio.silence;
      const createUrl = jest.spyOn(URL, "createObjectURL");
      // From here on no timer elapses, as on a locked phone.
      audio.end();
      expect([state().phase, state().track?.turnNumber]).toEqual(["loading", 2]);
      expect([audio.isPlaying, audio.silence.isPlaying]).toEqual([isHidden, !isHidden]);
      // The length of the silence is the pause times the playback rate of its audio element.
      const silence = createUrl.mock.calls[0]?.[0] as Blob;
      expect((silence.size - 44) / 8000 / (isHidden ? 2 : 1)).toBeCloseTo(3.05);
      restingElement.end();
      for (let n = 0; n < 20; n++) await Promise.resolve();
      expect([state().phase, state().track?.turnNumber, requests.length]).toEqual([
        "playing",
        2,
        2,
      ]);
      audio.end();
      expect([state().phase, state().isPlayingAll]).toEqual(["stopped", false]);
      jest.restoreAllMocks();
    },
  );

  test("does not take the end of the silence for the end of the next turn", async () => {
    const { audio, dispatch, state } = setUp();
    dispatch({ type: "play-all" });
    await wait(1000);
    audio.end();
    await wait(3000);
    expect([state().phase, state().track?.turnNumber]).toEqual(["playing", 2]);
    // The source must be empty, because the URL has been revoked and a request for it would fail.
    expect([audio.silence.isPlaying, audio.silence.src]).toEqual([false, ""]);
    audio.silence.end();
    expect([state().phase, state().track?.turnNumber]).toEqual(["playing", 2]);
  });

  test("loads a turn again whose early download failed", async () => {
    const answers = ["sound", new TypeError("no network"), "sound"];
    const { audio, dispatch, requests, state } = setUp(async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return new Response(answer);
    });
    dispatch({ type: "play-all" });
    await wait(1000);
    audio.end();
    await wait(3000);
    expect([state().phase, state().track?.turnNumber]).toEqual(["playing", 2]);
    expect(requests).toHaveLength(3);
  });

  test("obeys media keys and updates the media session", async () => {
    const keys = new Map<string, () => void>();
    const session = {
      playbackState: "none",
      setActionHandler: (key: string, press: () => void) => keys.set(key, press),
      setPositionState: () => {},
    };
    Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
    Object.assign(globalThis, { MediaMetadata: Object });
    const { phase } = await playing();
    expect(session.playbackState).toBe("playing");
    keys.get("pause")?.();
    expect([phase(), session.playbackState]).toEqual(["paused", "paused"]);
    Reflect.deleteProperty(navigator, "mediaSession");
  });
});
