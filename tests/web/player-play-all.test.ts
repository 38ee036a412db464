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

const begun = (playlist = createCompletedPlaylist(2)) => {
  const player = createPlayerSimulator(playlist);
  player.tell({ type: "play all" });
  player.done();
  return player;
};

/** Plays the loading turn to its end. */
const hearOut = (player: ReturnType<typeof createPlayerSimulator>) => {
  player.sound();
  player.voice(60);
  player.hear({ type: "ended" });
};

describe("Play All", () => {
  test("starts after 1 s, announces each turn, pauses 3 s between turns, and reports the end", () => {
    const player = begun();
    player.wait(999);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.asked().get("turnId")).toBe("101");
    player.sound();
    expect(player.said()).toEqual(["For Side / Now playing opening statement..."]);
    player.hear({ type: "ended" });
    expect(player.state()).toMatchObject({ phase: "loading", wait: { until: "gap" } });
    player.done();
    player.wait(2999);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.asked().get("turnId")).toBe("102");
    player.sound();
    expect(player.said()).toEqual(["Against Side / Now playing opening statement..."]);
    player.hear({ type: "ended" });
    expect(player.said()).toEqual(["Playback Complete / Finished playing all debate turns."]);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
    expect([player.state().isPlayingAll, player.running()]).toEqual([false, []]);
  });

  test("repeats only the last turn when it is resumed after its end", () => {
    const player = begun(createCompletedPlaylist(1));
    player.wait(1000);
    hearOut(player);
    player.tell({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", isPlayingAll: false });
  });

  test("unloads the turn that is playing when it starts", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(2));
    player.tell({ type: "play", turnId: 102 });
    player.sound();
    player.done();
    player.tell({ type: "play all" });
    expect(player.done()).toEqual(["unload"]);
  });

  test("shows the duration of the next turn", () => {
    expect(begun().state().duration).toBe(60);
  });

  test("is not accelerated by a resume while it plays or waits", () => {
    const player = begun();
    player.tell({ type: "resume" });
    expect(player.done()).toEqual([]);
    player.wait(1000);
    player.sound();
    player.voice(60);
    player.done();
    player.tell({ type: "resume" });
    expect([player.state().phase, player.done()]).toEqual(["playing", []]);
  });

  test("announces every type of turn", () => {
    const player = begun(createCompletedPlaylist(10));
    const said: string[] = [];
    for (let turn = 1; turn <= 10; turn += 1) {
      player.wait(3000);
      hearOut(player);
      said.push(...player.said());
    }
    expect(said[2]).toBe("For Side / Now playing rebuttal...");
    expect(said[9]).toBe("Against Side / Now playing closing statement...");
    expect(said).toHaveLength(11);
  });

  test("starts at any turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103 });
    player.wait(1000);
    expect(player.asked().get("turnId")).toBe("103");
  });

  test("starts at any position of a turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103, from: 20 });
    player.wait(1000);
    player.hear({ type: "loaded" });
    expect(player.effects()).toContainEqual({ do: "seek", to: 20 });
    expect(player.state()).toMatchObject({ track: { turnNumber: 3 }, position: 20 });
  });

  test("plays the following turns from their beginning after a start within a turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103, from: 20 });
    player.wait(1000);
    hearOut(player);
    player.done();
    player.wait(3000);
    player.hear({ type: "loaded" });
    expect(player.done()).toEqual(["load", "play"]);
  });

  test("moves across turns by seconds or to a position, and continues", () => {
    const player = begun(createCompletedPlaylist(3));
    player.wait(1000);
    player.sound();
    player.voice(50);
    player.tell({ type: "move", by: 15 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 2 }, position: 5 });
    player.sound();
    player.done();
    player.tell({ type: "move", by: 15 });
    expect(player.effects()).toEqual([{ do: "seek", to: 20 }]);
    player.tell({ type: "move", by: -30 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, position: 50 });
    player.tell({ type: "go to", place: 130 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 3 }, position: 10 });
    expect(player.state().isPlayingAll).toBe(true);
  });

  test("moves neither before the beginning nor past the end", () => {
    const player = begun(createCompletedPlaylist(1));
    player.wait(1000);
    player.sound();
    player.done();
    player.tell({ type: "move", by: -15 });
    player.tell({ type: "move", by: 600 });
    expect(player.effects()).toEqual([
      { do: "seek", to: 0 },
      { do: "seek", to: 60 },
    ]);
  });

  test("reports the end to visitors, and 5 s later invites them to join", () => {
    const debate = buildDebate({ status: "active", currentTurn: 4 });
    const listener = { viewer: null, isVoiced: true, labelOf: String };
    const player = begun(buildPlaylist(debate, createSpokenTurns(4), listener));
    player.tell({ type: "play all", turnId: 104 });
    player.wait(1000);
    hearOut(player);
    expect(player.said()).toEqual([
      "Against Side / Now playing rebuttal...",
      "Playback Complete / Finished playing all debate turns.",
    ]);
    expect(isAtVisitorLimit(player.state())).toBe(true);
    player.wait(4999);
    expect(player.said()).toEqual([]);
    player.wait(1);
    expect(player.said()).toEqual([
      "Want to hear how this debate ends? / Join to hear the other 6 turns.",
    ]);
    expect(
      isAtVisitorLimit({ ...player.state(), playlist: createPlaylist(createSpokenTurns(5)) }),
    ).toBe(false);
  });

  test("announces a turn once, although it is paused or buffers", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.said();
    player.hear({ type: "buffering" });
    player.hear({ type: "started" });
    player.tell({ type: "pause" });
    player.tell({ type: "resume" });
    player.hear({ type: "started" });
    expect(player.said()).toEqual([]);
  });

  test("continues with the next turn when one is broken, and says why", () => {
    const player = begun();
    player.wait(1000);
    player.hear({ type: "loaded" });
    player.hear({ type: "broken", code: 3 });
    expect(player.said()).toEqual([
      "Audio Error / There was an error playing the audio (decoding error). Continuing to next turn.",
    ]);
    player.wait(3000);
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("shows an error for 3 s before it reports the end", () => {
    const player = begun(createCompletedPlaylist(1));
    player.wait(1000);
    player.hear({ type: "loaded" });
    player.hear({ type: "broken", code: 3 });
    expect(player.said()).toEqual([expect.stringContaining("(decoding error)")]);
    player.wait(3000);
    expect(player.said()).toEqual(["Playback Complete / Finished playing all debate turns."]);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
  });

  test("continues with the next turn when one does not load in 15 s", () => {
    const player = begun();
    player.wait(1000 + 15_000);
    expect(player.said()).toEqual([
      "Audio Error / There was an error playing the audio (Audio loading timeout). Continuing to next turn.",
    ]);
  });

  test("ends when a single turn is started", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.tell({ type: "play", turnId: 102 });
    player.wait(100);
    player.done();
    hearOut(player);
    expect(player.state()).toMatchObject({ phase: "stopped", isPlayingAll: false });
    expect(player.said()).toEqual([]);
  });

  test("can be stopped during a turn and between turns", () => {
    for (const isInGap of [false, true]) {
      const player = begun();
      player.wait(1000);
      player.sound();
      if (isInGap) player.hear({ type: "ended" });
      player.said();
      player.tell({ type: "stop" });
      expect(player.said()).toEqual(["Audio Stopped / Playback has been stopped."]);
      player.wait(600_000);
      expect(player.state()).toMatchObject({ phase: "idle", isPlayingAll: false });
    }
  });

  test("can be paused between turns, and continues at once when it is resumed", () => {
    const player = begun();
    player.wait(1000);
    hearOut(player);
    player.tell({ type: "pause" });
    player.done();
    player.wait(600_000);
    expect([player.state().phase, player.done()]).toEqual(["paused", []]);
    player.tell({ type: "resume" });
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("skips to the next and the previous turn and continues", () => {
    const player = begun(createCompletedPlaylist(3));
    player.wait(1000);
    player.sound();
    player.tell({ type: "skip", by: 1 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 2 }, isPlayingAll: true });
    player.tell({ type: "skip", by: -1 });
    player.wait(100);
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, isPlayingAll: true });
    player.tell({ type: "skip", by: -1 });
    expect(player.state()).toMatchObject({ track: { turnNumber: 1 }, phase: "loading" });
  });

  test("continues after a click on a sentence", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.tell({ type: "play", turnId: 101, from: 20 });
    expect(player.state()).toMatchObject({ position: 20, isPlayingAll: true });
  });

  test("closes its announcement when the player is closed", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.done();
    player.tell({ type: "close" });
    expect(player.done()).toEqual(["unload", "unsay"]);
  });

  test("continues with the next turn when a paused one is moved to its end", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.voice(20);
    player.tell({ type: "pause" });
    player.tell({ type: "seek", to: 60 });
    player.tell({ type: "resume" });
    player.done();
    player.wait(3000);
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("announces a blocked turn only when it starts to play", () => {
    const player = begun();
    player.wait(1000);
    player.hear({ type: "loaded" });
    player.hear({ type: "blocked" });
    expect(player.said()).toEqual([]);
    player.tell({ type: "resume" });
    player.hear({ type: "started" });
    expect(player.said()).toEqual(["For Side / Now playing opening statement..."]);
  });

  test("shows that audio is not available where no voice is set up", () => {
    const player = createPlayerSimulator({ ...createCompletedPlaylist(2), isVoiced: false });
    player.tell({ type: "play all" });
    expect(player.said()).toEqual([
      "Audio not available / Premium audio is not available for this debate.",
    ]);
    expect(player.state().phase).toBe("idle");
  });

  test("plays for longer than 180 s while it makes progress", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.said();
    for (let second = 1; second < 400; second += 1) {
      player.wait(1000);
      player.voice(second);
    }
    expect(player.state()).toMatchObject({ phase: "playing", isPlayingAll: true });
    expect(player.said()).toEqual([]);
  });

  test("stops with a message after 180 s without progress", () => {
    const player = begun(createCompletedPlaylist(10));
    player.wait(1000);
    // Each recording starts and then stalls, which counts as played after 60 s.
    for (let turn = 1; turn <= 3; turn += 1) {
      player.sound();
      player.said();
      player.wait(63_000);
    }
    expect(player.said()).toEqual([
      "Audio Timeout / Audio playback was stopped automatically due to timeout. Please try again.",
    ]);
    expect(player.state()).toMatchObject({ phase: "idle", isPlayingAll: false });
  });
});

describe("Play All of a live debate", () => {
  const turns = createSpokenTurns(4);
  const live = (count: number) => createPlaylist(turns.slice(0, count));

  test("waits for the next turn without a limit, and plays it 500 ms after it is ready", () => {
    const player = begun(live(1));
    player.wait(1000);
    hearOut(player);
    player.wait(3000);
    expect(player.state()).toMatchObject({ phase: "loading", wait: { until: "turn" } });
    player.said();
    player.wait(3_600_000);
    expect([player.state().isPlayingAll, player.said()]).toEqual([true, []]);
    player.tell({ type: "listed", playlist: live(2) });
    player.wait(499);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("names the next turn during the pause before it, but not while it is missing", () => {
    const shown = ({ state }: ReturnType<typeof createPlayerSimulator>) => [
      getAudibleTrack(state())?.turnNumber,
      getStatusDetail(state()),
    ];
    const player = begun(live(2));
    expect(shown(player)).toEqual([1, "Turn 1 is next"]);
    player.wait(1000);
    player.sound();
    expect(shown(player)).toEqual([1, null]);
    player.hear({ type: "ended" });
    expect(shown(player)).toEqual([2, "Turn 2 is next"]);
    player.wait(3000);
    hearOut(player);
    expect(shown(player)).toEqual([undefined, "Waiting for turn 3"]);
    player.wait(3000);
    expect(shown(player)).toEqual([undefined, "Waiting for turn 3"]);
    player.tell({
      type: "listed",
      playlist: createPlaylist([...createSpokenTurns(2), ...turns.slice(2, 3).map(pending)]),
    });
    expect(shown(player)).toEqual([3, "Turn 3 is being recorded"]);
  });

  test("waits for the recording of a finished turn", () => {
    const [first, second] = createSpokenTurns(2);
    if (!first || !second) throw new Error("no turns");
    const player = begun(createPlaylist([first, pending(second)]));
    player.wait(1000);
    hearOut(player);
    player.wait(3000);
    expect(player.state()).toMatchObject({ wait: { until: "turn" }, track: { turnNumber: 2 } });
    player.done();
    player.tell({ type: "listed", playlist: createPlaylist([first, second]) });
    player.wait(500);
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("stops waiting for a recording after 180 s", () => {
    const [first] = createSpokenTurns(1);
    if (!first) throw new Error("no turn");
    const player = begun(createPlaylist([pending(first)]));
    player.wait(180_000);
    expect(player.said()).toEqual([
      "Audio Timeout / Audio playback was stopped automatically due to timeout. Please try again.",
    ]);
  });

  test("can start before the first turn exists", () => {
    const player = begun(live(0));
    player.wait(10_000);
    expect(player.state()).toMatchObject({ phase: "loading", track: null });
    player.tell({ type: "listed", playlist: live(1) });
    player.wait(500);
    expect(player.asked().get("turnId")).toBe("101");
  });

  test("starts the 500 ms for a new turn once, although the playlist changes again", () => {
    const player = begun(live(0));
    player.wait(1000);
    player.tell({ type: "listed", playlist: live(1) });
    player.wait(300);
    player.tell({ type: "listed", playlist: live(2) });
    player.wait(200);
    expect(player.asked().get("turnId")).toBe("101");
  });

  test("keeps the 3 s between turns when the playlist changes", () => {
    const player = begun(live(1));
    player.wait(1000);
    hearOut(player);
    player.done();
    player.tell({ type: "listed", playlist: live(2) });
    player.wait(2999);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.asked().get("turnId")).toBe("102");
  });

  test("stays paused when the awaited turn arrives, and plays it when it is resumed", () => {
    const player = begun(live(0));
    player.wait(1000);
    player.tell({ type: "pause" });
    player.done();
    player.tell({ type: "listed", playlist: live(1) });
    player.wait(600_000);
    expect([player.state().phase, player.done()]).toEqual(["paused", []]);
    player.tell({ type: "resume" });
    expect(player.asked().get("turnId")).toBe("101");
  });

  test("ends when the debate is completed while it waits", () => {
    const player = begun(live(1));
    player.wait(1000);
    hearOut(player);
    player.wait(3000);
    player.said();
    player.tell({ type: "listed", playlist: createCompletedPlaylist(1) });
    expect(player.said()).toEqual(["Playback Complete / Finished playing all debate turns."]);
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
  const listener = { viewer: null, isVoiced: true, labelOf: String };
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
  const player = begun(createPlaylist(createSpokenTurns(2)));
  expect(getTurnLabel(player.state())).toBe("Turn 1 · Opening Statement");
  player.tell({
    type: "listed",
    playlist: createPlaylist([...createSpokenTurns(4), buildTurn(5, { status: "pending" })]),
  });
  expect(getTurnLabel(player.state())).toBe("Playing turn 1 · writing turn 5");
  player.tell({ type: "close" });
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
  ])("have at %p s turn %p, at %p s", (place, turnNumber, position) => {
    expect(findTrackAtPosition(chapters, place)).toMatchObject({ track: { turnNumber }, position });
    expect(findTrackAtPosition([], place)).toBeUndefined();
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
    const gated = { ...createCompletedPlaylist(3), behindGate: 6 };
    for (const playlist of [live, gated])
      expect(
        getPositionToSave(
          at(3, 60),
          at(3, 60, { playlist, phase: "stopped", hasFinished: true }),
          null,
        ),
      ).toEqual({ turnNumber: 4, position: 0 });
  });
});
