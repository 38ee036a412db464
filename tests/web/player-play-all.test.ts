import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  isAtVisitorLimit,
  getStatusDetail,
  getAudibleTrack,
  getTurnLabel,
} from "#web/lib/player/player-status.ts";
import { getTrackDurationS, buildPlaylist } from "#web/lib/player/track.ts";
import {
  findTrackAtPosition,
  buildChapters,
  toEpisodePositionS,
  getTotalDurationS,
} from "#web/lib/player/chapters.ts";
import { IDLE_PLAYER_STATE, type PlayerState } from "#web/lib/player/player-state.ts";
import type { ListeningPosition } from "#web/lib/player/resume/saved-positions.ts";
import { getPositionToSave } from "#web/lib/player/resume/position-to-save.ts";
import { buildDebate, buildTurn } from "./fixtures.ts";
import {
  createPlaylist,
  createPlayerSimulator,
  createSpokenTurns,
  createCompletedPlaylist,
} from "./player-simulator.ts";

const pending = (turn: Turn): Turn => ({
  ...turn,
  audio: { status: "pending", durationMs: null, version: 0 },
});

const startPlayAll = (playlist = createCompletedPlaylist(2)) => {
  const player = createPlayerSimulator(playlist);
  player.dispatch({ type: "play-all" });
  player.takeEffectNames();
  return player;
};

/** Plays the turn that is loading to its end. */
const finishTurn = (player: ReturnType<typeof createPlayerSimulator>) => {
  player.startPlayback();
  player.reportPosition(60);
  player.emitAudioEvent({ type: "ended" });
};

describe("Play All", () => {
  test("starts after 1 s, announces each turn, pauses 3 s between turns, and reports the end", () => {
    const player = startPlayAll();
    player.wait(999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.getAudioQuery().get("turnId")).toBe("101");
    player.startPlayback();
    expect(player.takeToasts()).toEqual(["For Side / Now playing opening statement..."]);
    player.emitAudioEvent({ type: "ended" });
    expect(player.state()).toMatchObject({ phase: "loading", wait: { until: "gap" } });
    player.takeEffectNames();
    player.wait(2999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
    player.startPlayback();
    expect(player.takeToasts()).toEqual(["Against Side / Now playing opening statement..."]);
    player.emitAudioEvent({ type: "ended" });
    expect(player.takeToasts()).toEqual(["Playback Complete / Finished playing all debate turns."]);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
    expect([player.state().isPlayingAll, player.listTimers()]).toEqual([false, []]);
  });

  test("repeats only the last turn when it is resumed after its end", () => {
    const player = startPlayAll(createCompletedPlaylist(1));
    player.wait(1000);
    finishTurn(player);
    player.dispatch({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", isPlayingAll: false });
  });

  test("unloads the turn that is playing when it starts", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(2));
    player.dispatch({ type: "play", turnId: 102 });
    player.startPlayback();
    player.takeEffectNames();
    player.dispatch({ type: "play-all" });
    expect(player.takeEffectNames()).toEqual(["unload"]);
  });

  test("pauses the silence between two turns, and its end does not start the next one then", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.emitAudioEvent({ type: "ended" });
    player.takeEffectNames();
    player.dispatch({ type: "pause" });
    expect(player.takeEffectNames()).toEqual(["pause"]);
    player.emitAudioEvent({ type: "ended" });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["paused", []]);
  });

  test("ignores everything but the end of the silence between two turns", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.emitAudioEvent({ type: "ended" });
    player.takeEffectNames();
    const { phase, wait, timers } = player.state();
    player.emitAudioEvent({ type: "started" });
    player.emitAudioEvent({ type: "blocked" });
    player.emitAudioEvent({ type: "broken", code: 4 });
    expect(player.state()).toMatchObject({ phase, wait, timers, isBlocked: false });
    expect(player.takeEffectNames()).toEqual([]);
  });

  test("downloads the next turn while one plays, also one whose recording becomes ready", () => {
    const turns = createSpokenTurns(2);
    const pending = turns.map((turn, n) =>
      n === 1 ? { ...turn, audio: { ...turn.audio, status: "pending" as const } } : turn,
    );
    const player = startPlayAll(createPlaylist(pending));
    player.wait(1000);
    player.startPlayback();
    expect(player.takeEffectNames()).not.toContain("preload");
    player.dispatch({ type: "listed", playlist: createPlaylist(turns) });
    expect(player.effects()).toEqual([
      { do: "preload", url: expect.stringContaining("turnId=102") },
    ]);
  });

  test("shows the duration of the next turn", () => {
    expect(startPlayAll().state().duration).toBe(60);
  });

  test("is not accelerated by a resume while it plays or waits", () => {
    const player = startPlayAll();
    player.dispatch({ type: "resume" });
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1000);
    player.startPlayback();
    player.reportPosition(60);
    player.takeEffectNames();
    player.dispatch({ type: "resume" });
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["playing", []]);
  });

  test("announces every type of turn", () => {
    const player = startPlayAll(createCompletedPlaylist(10));
    const toasts: string[] = [];
    for (let turn = 1; turn <= 10; turn += 1) {
      player.wait(3000);
      finishTurn(player);
      toasts.push(...player.takeToasts());
    }
    expect(toasts[2]).toBe("For Side / Now playing rebuttal...");
    expect(toasts[9]).toBe("Against Side / Now playing closing statement...");
    expect(toasts).toHaveLength(11);
  });

  test("starts at any turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.dispatch({ type: "play-all", turnId: 103 });
    player.wait(1000);
    expect(player.getAudioQuery().get("turnId")).toBe("103");
  });

  test("starts at any position of a turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.dispatch({ type: "play-all", turnId: 103, from: 20 });
    player.wait(1000);
    player.emitAudioEvent({ type: "loaded" });
    expect(player.effects()).toContainEqual({ do: "seek", to: 20 });
    expect(player.state()).toMatchObject({ track: { turnNumber: 3 }, position: 20 });
  });

  test("plays the following turns from their beginning after a start within a turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.dispatch({ type: "play-all", turnId: 103, from: 20 });
    player.wait(1000);
    finishTurn(player);
    player.takeEffectNames();
    player.wait(3000);
    player.emitAudioEvent({ type: "loaded" });
    expect(player.takeEffectNames()).toEqual(["load", "play"]);
  });

  test("moves across turns by seconds or to a position, and continues", () => {
    const player = startPlayAll(createCompletedPlaylist(3));
    player.wait(1000);
    player.startPlayback();
    player.reportPosition(50);
    player.dispatch({ type: "move", by: 15 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 2 }, position: 5 });
    player.startPlayback();
    player.takeEffectNames();
    player.dispatch({ type: "move", by: 15 });
    expect(player.effects()).toEqual([{ do: "seek", to: 20 }]);
    player.dispatch({ type: "move", by: -30 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, position: 50 });
    player.dispatch({ type: "seek-playlist", positionS: 130 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 3 }, position: 10 });
    expect(player.state().isPlayingAll).toBe(true);
  });

  test("moves neither before the beginning nor past the end", () => {
    const player = startPlayAll(createCompletedPlaylist(1));
    player.wait(1000);
    player.startPlayback();
    player.takeEffectNames();
    player.dispatch({ type: "move", by: -15 });
    player.dispatch({ type: "move", by: 600 });
    expect(player.effects()).toEqual([
      { do: "seek", to: 0 },
      { do: "seek", to: 60 },
    ]);
  });

  test("reports the end to visitors, and 5 s later invites them to join", () => {
    const debate = buildDebate({ status: "active", currentTurn: 4 });
    const listener = { viewer: null, isVoiced: true, getProviderLabel: String };
    const player = startPlayAll(buildPlaylist(debate, createSpokenTurns(4), listener));
    player.dispatch({ type: "play-all", turnId: 104 });
    player.wait(1000);
    finishTurn(player);
    expect(player.takeToasts()).toEqual([
      "Against Side / Now playing rebuttal...",
      "Playback Complete / Finished playing all debate turns.",
    ]);
    expect(isAtVisitorLimit(player.state())).toBe(true);
    player.wait(4999);
    expect(player.takeToasts()).toEqual([]);
    player.wait(1);
    expect(player.takeToasts()).toEqual([
      "Want to hear how this debate ends? / Join to hear the other 6 turns.",
    ]);
    expect(
      isAtVisitorLimit({ ...player.state(), playlist: createPlaylist(createSpokenTurns(5)) }),
    ).toBe(false);
  });

  test("announces a turn once, although it is paused or buffers", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.takeToasts();
    player.emitAudioEvent({ type: "buffering" });
    player.emitAudioEvent({ type: "started" });
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "resume" });
    player.emitAudioEvent({ type: "started" });
    expect(player.takeToasts()).toEqual([]);
  });

  test("continues with the next turn when one is broken, and says why", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "broken", code: 3 });
    expect(player.takeToasts()).toEqual([
      "Audio Error / There was an error playing the audio (decoding error). Continuing to next turn.",
    ]);
    player.wait(3000);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("shows an error for 3 s before it reports the end", () => {
    const player = startPlayAll(createCompletedPlaylist(1));
    player.wait(1000);
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "broken", code: 3 });
    expect(player.takeToasts()).toEqual([expect.stringContaining("(decoding error)")]);
    player.wait(3000);
    expect(player.takeToasts()).toEqual(["Playback Complete / Finished playing all debate turns."]);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
  });

  test("continues with the next turn when one does not load in 15 s", () => {
    const player = startPlayAll();
    player.wait(1000 + 15_000);
    expect(player.takeToasts()).toEqual([
      "Audio Error / There was an error playing the audio (Audio loading timeout). Continuing to next turn.",
    ]);
  });

  test("ends when a single turn is started", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.dispatch({ type: "play", turnId: 102 });
    player.wait(100);
    player.takeEffectNames();
    finishTurn(player);
    expect(player.state()).toMatchObject({ phase: "stopped", isPlayingAll: false });
    expect(player.takeToasts()).toEqual([]);
  });

  test("can be stopped during a turn and between turns", () => {
    for (const isInGap of [false, true]) {
      const player = startPlayAll();
      player.wait(1000);
      player.startPlayback();
      if (isInGap) player.emitAudioEvent({ type: "ended" });
      player.takeToasts();
      player.dispatch({ type: "stop" });
      expect(player.takeToasts()).toEqual(["Audio Stopped / Playback has been stopped."]);
      player.wait(600_000);
      expect(player.state()).toMatchObject({ phase: "idle", isPlayingAll: false });
    }
  });

  test("can be paused between turns, and continues at once when it is resumed", () => {
    const player = startPlayAll();
    player.wait(1000);
    finishTurn(player);
    player.dispatch({ type: "pause" });
    player.takeEffectNames();
    player.wait(600_000);
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["paused", []]);
    player.dispatch({ type: "resume" });
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("skips to the next and the previous turn and continues", () => {
    const player = startPlayAll(createCompletedPlaylist(3));
    player.wait(1000);
    player.startPlayback();
    player.dispatch({ type: "skip", by: 1 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 2 }, isPlayingAll: true });
    player.dispatch({ type: "skip", by: -1 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, isPlayingAll: true });
    player.dispatch({ type: "skip", by: -1 });
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, phase: "loading" });
  });

  test("continues after a click on a sentence", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.dispatch({ type: "play", turnId: 101, from: 20 });
    expect(player.state()).toMatchObject({ position: 20, isPlayingAll: true });
  });

  test("closes its announcement when the player is closed", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.takeEffectNames();
    player.dispatch({ type: "close" });
    expect(player.takeEffectNames()).toEqual(["unload", "dismiss-toast"]);
  });

  test("continues with the next turn when a paused one is moved to its end", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.reportPosition(20);
    player.dispatch({ type: "pause" });
    player.dispatch({ type: "seek", to: 60 });
    player.dispatch({ type: "resume" });
    player.takeEffectNames();
    player.wait(3000);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("announces a blocked turn only when it starts to play", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.emitAudioEvent({ type: "loaded" });
    player.emitAudioEvent({ type: "blocked" });
    expect(player.takeToasts()).toEqual([]);
    player.dispatch({ type: "resume" });
    player.emitAudioEvent({ type: "started" });
    expect(player.takeToasts()).toEqual(["For Side / Now playing opening statement..."]);
  });

  test("shows that audio is not available where no voice is set up", () => {
    const player = createPlayerSimulator({ ...createCompletedPlaylist(2), isVoiced: false });
    player.dispatch({ type: "play-all" });
    expect(player.takeToasts()).toEqual([
      "Audio not available / Premium audio is not available for this debate.",
    ]);
    expect(player.state().phase).toBe("idle");
  });

  test("plays for longer than 180 s while it makes progress", () => {
    const player = startPlayAll();
    player.wait(1000);
    player.startPlayback();
    player.takeToasts();
    for (let second = 1; second < 400; second += 1) {
      player.wait(1000);
      player.reportPosition(second);
    }
    expect(player.state()).toMatchObject({ phase: "playing", isPlayingAll: true });
    expect(player.takeToasts()).toEqual([]);
  });

  test("stops with a message after 180 s without progress", () => {
    const player = startPlayAll(createCompletedPlaylist(10));
    player.wait(1000);
    // Each recording starts and then stalls; after 60 s the player counts it as played.
    for (let turn = 1; turn <= 3; turn += 1) {
      player.startPlayback();
      player.takeToasts();
      player.wait(63_000);
    }
    expect(player.takeToasts()).toEqual([
      "Audio Timeout / Audio playback was stopped automatically due to timeout. Please try again.",
    ]);
    expect(player.state()).toMatchObject({ phase: "idle", isPlayingAll: false });
  });
});

describe("Play All of a live debate", () => {
  const turns = createSpokenTurns(4);
  const live = (count: number) => createPlaylist(turns.slice(0, count));

  test("waits for the next turn without a limit, and plays it 500 ms after it is ready", () => {
    const player = startPlayAll(live(1));
    player.wait(1000);
    finishTurn(player);
    player.wait(3000);
    expect(player.state()).toMatchObject({ phase: "loading", wait: { until: "turn" } });
    player.takeToasts();
    player.wait(3_600_000);
    expect([player.state().isPlayingAll, player.takeToasts()]).toEqual([true, []]);
    player.dispatch({ type: "listed", playlist: live(2) });
    player.wait(499);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("names the next turn during the pause before it, but not while it is missing", () => {
    const shown = ({ state }: ReturnType<typeof createPlayerSimulator>) => [
      getAudibleTrack(state())?.turnNumber,
      getStatusDetail(state()),
    ];
    const player = startPlayAll(live(2));
    expect(shown(player)).toEqual([1, "Turn 1 is next"]);
    player.wait(1000);
    player.startPlayback();
    expect(shown(player)).toEqual([1, null]);
    player.emitAudioEvent({ type: "ended" });
    expect(shown(player)).toEqual([2, "Turn 2 is next"]);
    player.wait(3000);
    finishTurn(player);
    expect(shown(player)).toEqual([undefined, "Waiting for turn 3"]);
    player.wait(3000);
    expect(shown(player)).toEqual([undefined, "Waiting for turn 3"]);
    player.dispatch({
      type: "listed",
      playlist: createPlaylist([...createSpokenTurns(2), ...turns.slice(2, 3).map(pending)]),
    });
    expect(shown(player)).toEqual([3, "Turn 3 is being recorded"]);
  });

  test("waits for the recording of a finished turn", () => {
    const [first, second] = createSpokenTurns(2);
    if (!first || !second) throw new Error("no turns");
    const player = startPlayAll(createPlaylist([first, pending(second)]));
    player.wait(1000);
    finishTurn(player);
    player.wait(3000);
    expect(player.state()).toMatchObject({ wait: { until: "turn" }, track: { turnNumber: 2 } });
    player.takeEffectNames();
    player.dispatch({ type: "listed", playlist: createPlaylist([first, second]) });
    player.wait(500);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("stops waiting for a recording after 180 s", () => {
    const [first] = createSpokenTurns(1);
    if (!first) throw new Error("no turn");
    const player = startPlayAll(createPlaylist([pending(first)]));
    player.wait(180_000);
    expect(player.takeToasts()).toEqual([
      "Audio Timeout / Audio playback was stopped automatically due to timeout. Please try again.",
    ]);
  });

  test("can start before the first turn exists", () => {
    const player = startPlayAll(live(0));
    player.wait(10_000);
    expect(player.state()).toMatchObject({ phase: "loading", track: null });
    player.dispatch({ type: "listed", playlist: live(1) });
    player.wait(500);
    expect(player.getAudioQuery().get("turnId")).toBe("101");
  });

  test("starts the 500 ms for a new turn once, although the playlist changes again", () => {
    const player = startPlayAll(live(0));
    player.wait(1000);
    player.dispatch({ type: "listed", playlist: live(1) });
    player.wait(300);
    player.dispatch({ type: "listed", playlist: live(2) });
    player.wait(200);
    expect(player.getAudioQuery().get("turnId")).toBe("101");
  });

  test("keeps the 3 s between turns when the playlist changes", () => {
    const player = startPlayAll(live(1));
    player.wait(1000);
    finishTurn(player);
    player.takeEffectNames();
    player.dispatch({ type: "listed", playlist: live(2) });
    player.wait(2999);
    expect(player.takeEffectNames()).toEqual([]);
    player.wait(1);
    expect(player.getAudioQuery().get("turnId")).toBe("102");
  });

  test("stays paused when the awaited turn arrives, and plays it when it is resumed", () => {
    const player = startPlayAll(live(0));
    player.wait(1000);
    player.dispatch({ type: "pause" });
    player.takeEffectNames();
    player.dispatch({ type: "listed", playlist: live(1) });
    player.wait(600_000);
    expect([player.state().phase, player.takeEffectNames()]).toEqual(["paused", []]);
    player.dispatch({ type: "resume" });
    expect(player.getAudioQuery().get("turnId")).toBe("101");
  });

  test("ends when the debate is completed while it waits", () => {
    const player = startPlayAll(live(1));
    player.wait(1000);
    finishTurn(player);
    player.wait(3000);
    player.takeToasts();
    player.dispatch({ type: "listed", playlist: createCompletedPlaylist(1) });
    expect(player.takeToasts()).toEqual(["Playback Complete / Finished playing all debate turns."]);
  });
});

test("the playlist does not contain a turn that is still being spoken", () => {
  const turns = [...createSpokenTurns(1), buildTurn(2, { status: "streaming" })];
  const { tracks, isOver } = createPlaylist(
    turns,
    buildDebate({ status: "completed", currentTurn: 2 }),
  );
  expect([tracks.map(({ turnNumber }) => turnNumber), isOver]).toEqual([[1], false]);
});

test("the duration of a track is unknown until it is recorded", () => {
  const { tracks } = createPlaylist([...createSpokenTurns(1), buildTurn(2)]);
  expect(tracks.map(getTrackDurationS)).toEqual([60, null]);
});

test("the playlist of a visitor has the first 4 turns", () => {
  const debate = buildDebate({ status: "active", currentTurn: 5 });
  const listener = { viewer: null, isVoiced: true, getProviderLabel: String };
  expect(buildPlaylist(debate, createSpokenTurns(3), listener).isOver).toBe(false);
  const { tracks, isOver } = buildPlaylist(debate, createSpokenTurns(6), listener);
  expect([tracks.length, isOver]).toEqual([4, true]);
});

test("two debaters of one provider have different voices", () => {
  const debate = buildDebate({ botAProvider: "grok", botBProvider: "grok" });
  const { tracks } = createPlaylist(createSpokenTurns(2), debate);
  expect(tracks.map(({ isSecondary }) => isSecondary)).toEqual([false, true]);
});

test("the label names the heard turn apart from the one that is being written", () => {
  const player = startPlayAll(createPlaylist(createSpokenTurns(2)));
  expect(getTurnLabel(player.state())).toBe("Turn 1 · Opening Statement");
  player.dispatch({
    type: "listed",
    playlist: createPlaylist([...createSpokenTurns(4), buildTurn(5, { status: "pending" })]),
  });
  expect(getTurnLabel(player.state())).toBe("Playing turn 1 · writing turn 5");
  player.dispatch({ type: "close" });
  expect(getTurnLabel(player.state())).toBe("");
});

describe("the chapters of a debate", () => {
  const words = "x".repeat(150);
  const chapters = buildChapters(
    createPlaylist([...createSpokenTurns(2), buildTurn(3, { content: words })]).tracks,
  );

  test("follow each other, with an estimated duration for turns without a recording", () => {
    expect(chapters.map(({ from, length }) => [from, length])).toEqual([
      [0, 60],
      [60, 60],
      [120, 10],
    ]);
    expect([getTotalDurationS(chapters), getTotalDurationS([])]).toEqual([130, 0]);
  });

  test.each([
    [0, 1, 0],
    [59, 1, 59],
    [60, 2, 0],
    [125, 3, 5],
    [999, 3, 10],
    [-5, 1, 0],
  ])("have at %p s turn %p, at %p s", (episodePositionS, turnNumber, position) => {
    expect(findTrackAtPosition(chapters, episodePositionS)).toMatchObject({
      track: { turnNumber },
      position,
    });
    expect(findTrackAtPosition([], episodePositionS)).toBeUndefined();
  });

  test("convert the player's position into a position in the debate", () => {
    const [, second] = chapters;
    const track = second?.track ?? null;
    const at = (change: Partial<PlayerState>) =>
      toEpisodePositionS(chapters, { ...IDLE_PLAYER_STATE, track, ...change });
    expect(at({ position: 5 })).toBe(65);
    expect(at({ position: 60.4 })).toBe(120);
    expect(at({ track: null, position: 5 })).toBe(0);
    expect(at({ wait: { until: "gap", turnNumber: 2 } })).toBe(60);
    expect(at({ wait: { until: "gap", turnNumber: 3 } })).toBe(120);
  });
});

describe("the listening position", () => {
  const at = (turnNumber: number, position: number, change: Partial<PlayerState> = {}) => {
    const playlist = createCompletedPlaylist(3);
    const track = playlist.tracks[turnNumber - 1] ?? null;
    return {
      ...IDLE_PLAYER_STATE,
      phase: "playing" as const,
      playlist,
      track,
      position,
      ...change,
    };
  };

  test.each<
    [
      string,
      PlayerState,
      PlayerState,
      ListeningPosition | null,
      ListeningPosition | null | undefined,
    ]
  >([
    ["during playback", at(2, 5), at(2, 6), null, { turnNumber: 2, position: 5 }],
    ["at most once in 5 s", at(2, 9), at(2, 9.1), { turnNumber: 2, position: 5 }, undefined],
    [
      "after 5 s",
      at(2, 10),
      at(2, 10.1),
      { turnNumber: 2, position: 5 },
      { turnNumber: 2, position: 10 },
    ],
    [
      "when the turn changes",
      at(3, 5),
      at(3, 6),
      { turnNumber: 2, position: 5 },
      { turnNumber: 3, position: 5 },
    ],
    [
      "when it is paused",
      at(2, 6),
      at(2, 6, { phase: "paused" }),
      { turnNumber: 2, position: 5 },
      { turnNumber: 2, position: 6 },
    ],
    [
      "when another turn is started",
      at(2, 6),
      at(1, 0),
      { turnNumber: 2, position: 5 },
      { turnNumber: 2, position: 6 },
    ],
    ["in the first 10 s", at(1, 9), at(1, 9, { phase: "paused" }), null, undefined],
    ["at 10 s", at(1, 10), at(1, 10, { phase: "paused" }), null, { turnNumber: 1, position: 10 }],
    ["while nothing plays", at(2, 6, { phase: "paused" }), at(2, 6), null, undefined],
    [
      "between two turns",
      at(2, 60),
      at(3, 0, { phase: "loading", wait: { until: "gap", turnNumber: 3 } }),
      null,
      { turnNumber: 3, position: 0 },
    ],
    [
      "after a single turn",
      at(2, 60),
      at(2, 60, { phase: "stopped", hasFinished: true }),
      null,
      { turnNumber: 3, position: 0 },
    ],
    [
      "after the last turn",
      at(3, 60),
      at(3, 60, { phase: "stopped", hasFinished: true }),
      null,
      null,
    ],
  ])("is saved correctly %s", (_when, before, state, last, place) => {
    expect(getPositionToSave(before, state, last)).toEqual(place);
  });

  test("is the next turn to come, or the one behind the gate, after the last turn", () => {
    const live = createPlaylist(createSpokenTurns(3));
    const gatedPlaylist = { ...createCompletedPlaylist(3), lockedTurnCount: 6 };
    for (const playlist of [live, gatedPlaylist])
      expect(
        getPositionToSave(
          at(3, 60),
          at(3, 60, { playlist, phase: "stopped", hasFinished: true }),
          null,
        ),
      ).toEqual({ turnNumber: 4, position: 0 });
  });
});
