/** @jest-environment ./tests/web/browser.cjs */
import { create } from "zustand";
import { startPlayer } from "#web/lib/player/engine/start-player.ts";
import { IDLE_PLAYER_STATE, type PlayerState } from "#web/lib/player/player-state.ts";
import { recordRecovery } from "#web/lib/api/server-availability.ts";
import { useToasts } from "#web/lib/toast.ts";
import { installFakeAudio } from "./fake-audio.ts";
import { createCompletedPlaylist } from "./player-simulator.ts";

const fetched = globalThis.fetch;

/** The player over a fake audio element and a fake server. */
const setUp = (answer = async () => new Response("sound")) => {
  const audio = installFakeAudio();
  const asked: unknown[] = [];
  globalThis.fetch = (path) => {
    if (path !== "/readyz") asked.push(path);
    return answer();
  };
  const store = create<PlayerState>(() => IDLE_PLAYER_STATE);
  const tell = startPlayer(store);
  tell({ type: "listed", playlist: createCompletedPlaylist(2) });
  return { audio, asked, tell, phase: () => store.getState().phase, state: store.getState };
};

const playing = async () => {
  const player = setUp();
  player.tell({ type: "play", turnId: 101 });
  await wait(0);
  return player;
};

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const said = () => useToasts.getState().current?.title;

beforeEach(() => {
  jest.useFakeTimers();
  useToasts.setState({ current: null, isOpen: false });
});
afterEach(() => {
  // Closes the players of earlier tests.
  dispatchEvent(new Event("pagehide"));
  jest.useRealTimers();
  globalThis.fetch = fetched;
  recordRecovery();
});

describe("the player", () => {
  test("plays, pauses, seeks and stops", async () => {
    const { audio, tell, phase, asked } = await playing();
    expect([phase(), audio.isPlaying, asked.length]).toEqual(["playing", true, 1]);
    tell({ type: "seek", to: 20 });
    expect(audio.currentTime).toBe(20);
    tell({ type: "pause" });
    expect(audio.isPlaying).toBe(false);
    tell({ type: "resume" });
    expect([audio.isPlaying, audio.src]).toEqual([true, "blob:sound"]);
    tell({ type: "stop" });
    expect([audio.isPlaying, audio.src, said()]).toEqual([false, "", "Audio Stopped"]);
  });

  test("applies the chosen speed and volume", async () => {
    const { audio, tell } = await playing();
    tell({ type: "tune", rate: 1.5, volume: 0.4 });
    expect([audio.playbackRate, audio.volume]).toEqual([1.5, 0.4]);
  });

  test("reads the position ten times a second while it plays", async () => {
    const { audio, tell, state } = await playing();
    audio.currentTime = 5;
    await wait(99);
    expect(state().position).toBe(0);
    await wait(1);
    expect(state().position).toBe(5);
    audio.currentTime = 6;
    await wait(100);
    expect(state().position).toBe(6);
    tell({ type: "pause" });
    expect(jest.getTimerCount()).toBe(0);
  });

  test("keeps the interval of its position timer when other events happen", async () => {
    const { audio, tell, state } = await playing();
    audio.currentTime = 5;
    await wait(50);
    tell({ type: "tune", volume: 0.4 });
    await wait(50);
    expect(state().position).toBe(5);
  });

  test("has one position timer, also after repeated resumes", async () => {
    const { tell } = await playing();
    const running = jest.getTimerCount();
    tell({ type: "pause" });
    tell({ type: "resume" });
    tell({ type: "resume" });
    expect(jest.getTimerCount()).toBe(running);
  });

  test("repeats a request after 8 s and gives up after 15 s", async () => {
    const { asked, tell, phase } = setUp(() => new Promise(() => {}));
    tell({ type: "play", turnId: 101 });
    await wait(7999);
    expect(asked).toHaveLength(1);
    await wait(1);
    expect(asked).toHaveLength(2);
    await wait(6999);
    expect(phase()).toBe("loading");
    await wait(1);
    expect([phase(), said()]).toEqual(["error", "Audio playback error"]);
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
    const { tell, phase } = await playing();
    tell({ type: "stop" });
    await wait(100);
    expect([phase(), jest.getTimerCount()]).toEqual(["idle", 0]);
  });

  test("has no timers after an error", async () => {
    const { audio, phase } = await playing();
    audio.breakWith(3);
    expect([phase(), jest.getTimerCount()]).toEqual(["error", 0]);
  });

  test("is closed with its toast when the page is left", async () => {
    const { audio, tell, state } = setUp();
    tell({ type: "play all" });
    await wait(1000);
    expect([audio.isPlaying, said()]).toEqual([true, "For Side"]);
    expect(useToasts.getState().isOpen).toBe(true);
    dispatchEvent(new Event("pagehide"));
    expect([audio.isPlaying, state().track]).toEqual([false, null]);
    expect(useToasts.getState().isOpen).toBe(false);
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
