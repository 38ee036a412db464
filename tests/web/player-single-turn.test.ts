import { IDLE_PLAYER_STATE, type PlayerEvent } from "#web/lib/player/player-state.ts";
import {
  createPlayerSimulator,
  createSpokenTurns,
  createPlaylist,
  createCompletedPlaylist,
} from "./player-simulator.ts";

const playing = () => {
  const player = createPlayerSimulator(createCompletedPlaylist(3));
  player.dispatch({ type: "play", turnId: 102 });
  player.startPlayback();
  player.takeEffectNames();
  return player;
};

describe("a single turn", () => {
  test("is loaded, played and completed", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(3));
    player.dispatch({ type: "play", turnId: 102 });
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 2 } });
    expect(Object.fromEntries(player.getAudioQuery())).toEqual({
      turnId: "102",
      provider: "claude",
      secondary: "false",
      version: "1",
    });
    player.emitAudioEvent({ type: "loaded" });
    expect(player.takeEffectNames()).toEqual(["load", "play"]);
    player.emitAudioEvent({ type: "started" });
    expect(player.effects()).toEqual([]);
    player.reportPosition(30);
    expect(player.state()).toMatchObject({ phase: "playing", position: 30, duration: 60 });
    player.emitAudioEvent({ type: "ended" });
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true, position: 60 });
    expect([player.listTimers(), player.takeToasts()]).toEqual([[], []]);
  });

  test("is unloaded with a toast on stop, and idle after 100 ms", () => {
    const player = playing();
    player.dispatch({ type: "stop" });
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: false, position: 0 });
    expect(player.takeEffectNames()).toEqual(["unload", "show-toast"]);
    player.wait(99);
    expect(player.state().phase).toBe("stopped");
    player.wait(1);
    expect(player.state().phase).toBe("idle");
  });

  test("stops the playing turn first and starts 100 ms later", () => {
    const player = playing();
    player.dispatch({ type: "play", turnId: 103 });
    expect(player.state()).toMatchObject({ phase: "stopped", track: { turnNumber: 3 } });
    expect(player.takeEffectNames()).toEqual(["unload"]);
    player.wait(100);
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 3 } });
    expect(player.getAudioQuery().get("turnId")).toBe("103");
  });

  test("waits 100 ms when it is started right after a stop", () => {
    const player = playing();
    player.dispatch({ type: "stop" });
    player.dispatch({ type: "play", turnId: 101 });
    expect(player.state().phase).toBe("stopped");
    player.wait(100);
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 1 } });
  });

  test("is paused and resumed at the same position", () => {
    const player = playing();
    player.reportPosition(20);
    player.dispatch({ type: "pause" });
    expect([player.state().phase, player.listTimers()]).toEqual(["paused", []]);
    player.wait(600_000);
    player.dispatch({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "playing", position: 20 });
    expect(player.takeEffectNames()).toEqual(["pause", "play"]);
  });

  test("is paused when the browser interrupts it", () => {
    const player = playing();
    player.emitAudioEvent({ type: "buffering" });
    player.emitAudioEvent({ type: "interrupted" });
    expect(player.state()).toMatchObject({ phase: "paused", isBuffering: false });
    expect(player.listTimers()).toEqual([]);
  });

  test("stays paused when progress events arrive late", () => {
    const player = playing();
    player.reportPosition(20);
    player.dispatch({ type: "pause" });
    player.reportPosition(20.1);
    expect(player.state()).toMatchObject({ phase: "paused", position: 20 });
    player.takeEffectNames();
    player.wait(600_000);
    expect(player.takeEffectNames()).toEqual([]);
  });

  test("ignores a second pause and a second resume", () => {
    const player = playing();
    player.dispatch({ type: "resume" });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["playing", []]);
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "pause" });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["paused", ["pause"]]);
  });

  test("ignores pause, resume, interruption and buffering while it loads", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101 });
    player.takeEffectNames();
    const before = { ...player.state(), step: 0 };
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "resume" });
    player.emitAudioEvent({ type: "interrupted" });
    player.emitAudioEvent({ type: "buffering" });
    expect({ ...player.state(), step: 0 }).toEqual(before);
    expect(player.takeEffectNames()).toEqual([]);
  });

  test("takes its duration from the audio as soon as that is known", () => {
    const player = playing();
    expect(player.state().duration).toBe(60);
    player.emitAudioEvent({ type: "progress", position: 1, duration: null });
    expect(player.state().duration).toBe(60);
    player.emitAudioEvent({ type: "progress", position: 2, duration: 61.5 });
    expect(player.state().duration).toBe(61.5);
  });

  test("is sought within its duration", () => {
    const player = playing();
    player.reportPosition(20);
    player.dispatch({ type: "seek", to: 45 });
    expect(player.state().position).toBe(45);
    player.dispatch({ type: "seek", to: 99 });
    expect(player.state().position).toBe(60);
    player.dispatch({ type: "seek", to: -5 });
    expect(player.state().position).toBe(0);
    expect(player.takeEffectNames()).toEqual(["seek", "seek", "seek"]);
  });

  test("starts at the position that was sought while it loaded", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101 });
    player.dispatch({ type: "seek", to: 45 });
    expect([player.state().position, player.takeEffectNames()]).toEqual([45, ["load"]]);
    player.emitAudioEvent({ type: "loaded" });
    expect(player.effects()).toEqual([{ do: "seek", to: 45 }, { do: "play" }]);
  });

  test("plays on after a seek, which restarts the stall timer", () => {
    const player = playing();
    player.wait(29_000);
    player.dispatch({ type: "seek", to: 45 });
    expect([player.state().phase, player.effects()]).toEqual(["playing", [{ do: "seek", to: 45 }]]);
    player.wait(29_999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.effects()).toEqual([{ do: "seek", to: 45 }, { do: "play" }]);
  });

  test("stays paused after a seek", () => {
    const player = playing();
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "seek", to: 45 });
    expect([player.state().phase, player.listTimers()]).toEqual(["paused", []]);
  });

  test("waits paused at the sought position after its completion", () => {
    const player = playing();
    player.emitAudioEvent({ type: "ended" });
    player.dispatch({ type: "seek", to: 45 });
    expect(player.state()).toMatchObject({ phase: "paused", hasFinished: false, position: 45 });
    expect([player.listTimers(), player.takeEffectNames()]).toEqual([[], ["seek"]]);
    player.dispatch({ type: "resume" });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["playing", ["play"]]);
  });

  test("is completed when it is resumed at its end", () => {
    const player = playing();
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "seek", to: 60 });
    player.dispatch({ type: "resume" });
    player.emitAudioEvent({ type: "ended" });
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
  });

  test("plays from a clicked sentence after its completion or when it is blocked", () => {
    for (const type of ["ended", "blocked"] as const) {
      const player = playing();
      player.emitAudioEvent({ type });
      player.dispatch({ type: "play", turnId: 102, from: 12 });
      expect(player.state()).toMatchObject({
        phase: "playing",
        position: 12,
        hasFinished: false,
        isBlocked: false,
      });
      expect(player.listTimers()).toEqual(["completion", "safety"]);
    }
  });

  test("starts at a clicked sentence while it loads or another turn plays", () => {
    for (const turnId of [102, 103]) {
      const player = createPlayerSimulator(createCompletedPlaylist(3));
      player.dispatch({ type: "play", turnId: 102 });
      if (turnId === 103) player.startPlayback();
      player.dispatch({ type: "play", turnId, from: 12 });
      player.takeEffectNames();
      player.wait(100);
      expect(player.getAudioQuery().get("turnId")).toBe(String(turnId));
      player.takeEffectNames();
      player.emitAudioEvent({ type: "loaded" });
      expect(player.effects()).toEqual([{ do: "seek", to: 12 }, { do: "play" }]);
    }
  });

  test("restarts from the beginning when it is started again", () => {
    const player = playing();
    player.reportPosition(20);
    player.dispatch({ type: "play", turnId: 102 });
    expect([player.state().position, player.takeEffectNames()]).toEqual([0, ["unload"]]);
    player.wait(100);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("plays from a clicked sentence when it is paused", () => {
    const player = playing();
    player.dispatch({ type: "pause" });
    player.takeEffectNames();
    player.dispatch({ type: "play", turnId: 102, from: 12 });
    expect(player.state()).toMatchObject({ phase: "playing", position: 12 });
    expect(player.takeEffectNames()).toEqual(["seek", "play"]);
  });

  test("is replayed from the beginning with its latest recording", () => {
    const player = playing();
    player.emitAudioEvent({ type: "ended" });
    const [first, second] = createSpokenTurns(2);
    if (!first || !second) throw new Error("no turns");
    second.audio.version = 4;
    player.dispatch({ type: "listed", playlist: createPlaylist([first, second]) });
    player.takeEffectNames();
    player.dispatch({ type: "resume" });
    expect(player.getAudioQuery().get("version")).toBe("4");
    expect(player.state()).toMatchObject({ phase: "loading", position: 0 });
  });

  test("can be replayed after it has left the playlist", () => {
    const player = playing();
    player.dispatch({ type: "listed", playlist: createCompletedPlaylist(1) });
    player.emitAudioEvent({ type: "refused", message: "Down" });
    player.dispatch({ type: "resume" });
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("cannot be resumed during the 100 ms before it starts", () => {
    const player = playing();
    player.dispatch({ type: "play", turnId: 103 });
    player.takeEffectNames();
    player.dispatch({ type: "resume" });
    player.wait(99);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.takeEffectNames()).toEqual(["load"]);
  });

  test("is no longer buffering after its end or a stop", () => {
    for (const end of ["ended", "stop"] as const) {
      const player = playing();
      player.emitAudioEvent({ type: "buffering" });
      if (end === "ended") player.emitAudioEvent({ type: end });
      else player.dispatch({ type: end });
      expect(player.state().isBuffering).toBe(false);
    }
  });

  test("plays on when its recording is replaced", () => {
    const player = playing();
    player.dispatch({ type: "listed", playlist: createPlaylist(createSpokenTurns(3)) });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["playing", []]);
  });

  test("is unloaded when the page is left", () => {
    const player = playing();
    player.dispatch({ type: "close" });
    expect(player.state()).toMatchObject({ phase: "idle", track: null });
    expect([player.takeEffectNames(), player.listTimers()]).toStrictEqual([["unload"], []]);
  });

  test("keeps speed and volume for the next turn", () => {
    const player = playing();
    player.dispatch({ type: "tune", rate: 1.5, volume: 0.4 });
    player.dispatch({ type: "close" });
    player.dispatch({ type: "play", turnId: 101 });
    expect(player.state()).toMatchObject({ rate: 1.5, volume: 0.4 });
  });

  test("waits for a tap when the browser blocks it, and continues at the same position", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101, from: 7 });
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "blocked" });
    expect(player.state()).toMatchObject({ phase: "paused", isBlocked: true, position: 7 });
    player.wait(600_000);
    expect(player.state()).toMatchObject({ phase: "paused", isBlocked: true });
    player.dispatch({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", isBlocked: false });
    player.emitAudioEvent({ type: "started" });
    expect(player.state()).toMatchObject({ phase: "playing", isBlocked: false, position: 7 });
    expect(player.takeEffectNames()).toEqual(["load", "seek", "play", "play"]);
  });

  test("fails when it does not start within 30 s after the tap", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101 });
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "blocked" });
    player.dispatch({ type: "resume" });
    player.wait(29_999);
    expect(player.state().phase).toBe("loading");
    player.wait(1);
    expect(player.state()).toMatchObject({ phase: "error", error: "The audio did not start." });
  });

  test("needs no tap when it starts after it was blocked", () => {
    const player = playing();
    player.emitAudioEvent({ type: "blocked" });
    player.emitAudioEvent({ type: "started" });
    expect(player.state()).toMatchObject({ phase: "playing", isBlocked: false });
  });

  test("is not requested where no voice is set up", () => {
    const player = createPlayerSimulator({ ...createCompletedPlaylist(1), isVoiced: false });
    player.dispatch({ type: "play", turnId: 101 });
    expect(player.state().phase).toBe("idle");
    expect(player.takeToasts()).toEqual([
      "Premium voice unavailable / No voice is set up on this server.",
    ]);
  });

  test("ignores late events of the previous turn's load", () => {
    const player = playing();
    const { loadId } = player.state();
    player.dispatch({ type: "play", turnId: 103 });
    player.wait(100);
    for (const type of ["loaded", "started", "ended", "blocked", "interrupted"] as const)
      player.dispatch({ type, loadId });
    player.dispatch({ type: "broken", code: 4, loadId });
    player.dispatch({ type: "refused", message: "No", loadId });
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 3 } });
  });

  test("ignores late events of an earlier attempt to load it", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101 });
    const { loadId } = player.state();
    player.wait(8000);
    player.dispatch({ type: "loaded", loadId });
    expect(player.state().isLoaded).toBe(false);
    player.dispatch({ type: "stop" });
    player.dispatch({ type: "started", loadId });
    expect(player.state().phase).toBe("stopped");
  });

  test("ignores late events of a player that was closed", () => {
    const player = playing();
    const { loadId } = player.state();
    player.dispatch({ type: "close" });
    player.dispatch({ type: "play", turnId: 101 });
    player.dispatch({ type: "ended", loadId });
    expect(player.state().phase).toBe("loading");
  });
});

describe("a closed player", () => {
  test("is idle, with normal speed and full volume", () => {
    expect(IDLE_PLAYER_STATE).toMatchObject({
      phase: "idle",
      isPlayingAll: false,
      isLoaded: false,
      isBuffering: false,
      isBlocked: false,
      hasFinished: false,
      isAltFormat: false,
      playlist: { tracks: [], isOver: false, isVoiced: false },
      rate: 1,
      volume: 1,
    });
  });

  test.each<PlayerEvent>([
    { type: "pause" },
    { type: "resume" },
    { type: "stop" },
    { type: "seek", to: 5 },
    { type: "skip", by: 1 },
    { type: "skip", by: -1 },
    { type: "move", by: 15 },
    { type: "seek-playlist", positionS: 5 },
    { type: "play", turnId: 999 },
    { type: "due", timer: "master" },
  ])("ignores %j", (event) => {
    const player = createPlayerSimulator(createCompletedPlaylist(2));
    player.dispatch(event);
    expect(player.state()).toMatchObject({ phase: "idle", track: null });
    expect([player.takeEffectNames(), player.listTimers()]).toEqual([[], []]);
  });
});

describe("the loading of a turn", () => {
  const loading = () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101 });
    player.takeEffectNames();
    return player;
  };

  test("is repeated once after 8 s", () => {
    const player = loading();
    player.wait(7999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.getAudioQuery().get("retry")).toBe("1");
    expect(player.takeEffectNames()).toEqual(["load"]);
    player.wait(6999);
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["loading", []]);
  });

  test("fails after 15 s", () => {
    const player = loading();
    player.wait(15_000);
    expect(player.state()).toMatchObject({ phase: "error", error: "Audio loading timeout" });
    expect(player.takeToasts()).toEqual(["Audio playback error / Audio loading timeout"]);
    expect(player.listTimers()).toEqual([]);
  });

  test("is unloaded when it fails", () => {
    const player = loading();
    player.emitAudioEvent({ type: "refused", message: "Down" });
    expect(player.takeEffectNames()).toEqual(["unload", "show-toast"]);
  });

  test("is neither repeated nor failed when it took 7 s", () => {
    const player = loading();
    player.wait(7000);
    player.startPlayback();
    player.takeEffectNames();
    player.wait(9000);
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["playing", []]);
  });

  test("fails when playback does not start within 30 s", () => {
    const player = loading();
    player.emitAudioEvent({ type: "loaded" });
    player.wait(29_999);
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["loading", ["play"]]);
    player.wait(1);
    expect(player.state()).toMatchObject({ phase: "error", error: "The audio did not start." });
  });

  test("shows the server's message when it is refused", () => {
    const player = loading();
    player.emitAudioEvent({ type: "refused", message: "Turn content is too short or empty" });
    expect(player.state()).toMatchObject({ phase: "error", isLoaded: false });
    expect(player.takeToasts()).toEqual([
      "Audio playback error / Turn content is too short or empty",
    ]);
  });

  test("can be repeated after an error", () => {
    const player = loading();
    player.emitAudioEvent({ type: "refused", message: "Down" });
    player.dispatch({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", error: null });
  });

  test("requests MP3 once when the format is not supported", () => {
    const player = loading();
    player.emitAudioEvent({ type: "loaded" });
    player.takeEffectNames();
    player.emitAudioEvent({ type: "broken", code: 4 });
    expect(player.getAudioQuery().get("altFormat")).toBe("mp3");
    expect(player.takeEffectNames()).toEqual(["load"]);
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "broken", code: 4 });
    expect(player.takeToasts()).toEqual(["Audio playback error / format not supported"]);
  });

  test("has 15 s to load in the other format, and 30 s to start playing", () => {
    const player = playing();
    player.wait(10_000);
    player.emitAudioEvent({ type: "broken", code: 4 });
    expect(player.state()).toMatchObject({ phase: "loading", isLoaded: false });
    expect(player.listTimers()).toEqual(["abort", "lock"]);
    player.wait(14_999);
    expect(player.state().phase).toBe("loading");
    player.emitAudioEvent({ type: "loaded" });
    player.wait(15_000);
    expect(player.state().phase).toBe("loading");
    player.wait(1);
    expect(player.state()).toMatchObject({ phase: "error", error: "The audio did not start." });
  });

  test.each([
    [1, "aborted"],
    [2, "network error"],
    [3, "decoding error"],
    [9, "unknown error"],
  ])("breaks with code %i and the message %s", (code, words) => {
    const player = loading();
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "broken", code });
    expect(player.state()).toMatchObject({ phase: "error", error: words });
  });
});

describe("the stall timers of a playing turn", () => {
  test("do not act while playback makes progress", () => {
    const player = playing();
    for (let second = 1; second < 600; second += 1) {
      player.wait(1000);
      player.reportPosition(second);
    }
    expect(player.state()).toMatchObject({ phase: "playing", position: 599 });
    expect(player.takeEffectNames()).toEqual([]);
  });

  test("seek to the same position after 30 s without progress", () => {
    const player = playing();
    player.reportPosition(10);
    player.wait(29_999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.takeEffectNames()).toEqual(["seek", "play"]);
    expect(player.state()).toMatchObject({ phase: "playing", isBuffering: true, position: 10 });
    player.reportPosition(11);
    expect(player.state().isBuffering).toBe(false);
  });

  test("do not count a repeated position or a start as progress", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(1));
    player.dispatch({ type: "play", turnId: 101, from: 10 });
    player.startPlayback();
    player.takeEffectNames();
    for (let second = 1; second < 30; second += 1) {
      player.wait(1000);
      player.reportPosition(10);
    }
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1000);
    expect(player.takeEffectNames()).toEqual(["seek", "play"]);
    player.wait(30_000);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
  });

  test("complete the turn after 60 s without progress and unload it", () => {
    const player = playing();
    player.reportPosition(10);
    player.wait(60_000);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true, isLoaded: false });
    expect(player.takeEffectNames()).toEqual(["seek", "play", "unload"]);
    expect(player.listTimers()).toEqual([]);
  });

  test("leave the buffering state to the events of the audio element", () => {
    const player = playing();
    player.emitAudioEvent({ type: "buffering" });
    expect(player.state().isBuffering).toBe(true);
    player.emitAudioEvent({ type: "started" });
    expect(player.state().isBuffering).toBe(false);
    expect(player.effects()).toEqual([]);
  });
});
