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

/** Hears the turn that is being loaded to its end. */
const hearOut = (player: ReturnType<typeof createPlayerSimulator>) => {
  player.sound();
  player.voice(60);
  player.hear({ type: "ended" });
};

describe("Play All", () => {
  test("starts after 1 s, says each turn, leaves 3 s between, and says that it is complete", () => {
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

  test("that is complete is played on by its last turn alone", () => {
    const player = begun(createCompletedPlaylist(1));
    player.wait(1000);
    hearOut(player);
    player.tell({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", isPlayingAll: false });
  });

  test("begins in silence: what plays is heard no longer", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(2));
    player.tell({ type: "play", turnId: 102 });
    player.sound();
    player.done();
    player.tell({ type: "play all" });
    expect(player.done()).toEqual(["unload"]);
  });

  test("shows the length of the turn that is next", () => {
    expect(begun().state().duration).toBe(60);
  });

  test("is not hurried by resuming it while it goes on", () => {
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

  test("names every kind of turn", () => {
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

  test("begins at any turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103 });
    player.wait(1000);
    expect(player.asked().get("turnId")).toBe("103");
  });

  test("begins at any place in a turn", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103, from: 20 });
    player.wait(1000);
    player.hear({ type: "loaded" });
    expect(player.effects()).toContainEqual({ do: "seek", to: 20 });
    expect(player.state()).toMatchObject({ track: { turnNumber: 3 }, position: 20 });
  });

  test("begins the turn after one that began anywhere at its beginning", () => {
    const player = createPlayerSimulator(createCompletedPlaylist(4));
    player.tell({ type: "play all", turnId: 103, from: 20 });
    player.wait(1000);
    hearOut(player);
    player.done();
    player.wait(3000);
    player.hear({ type: "loaded" });
    expect(player.done()).toEqual(["load", "play"]);
  });

  test("goes to any place of the whole, over the ends of turns, and stays Play All", () => {
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

  test("says to visitors that playback is complete, and 5 s later invites them to join", () => {
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

  test("says a turn once, however often it is paused or buffers", () => {
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

  test("goes on with the next turn when one cannot be heard, and says why", () => {
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

  test("lets the reason be read before it says that all is over", () => {
    const player = begun(createCompletedPlaylist(1));
    player.wait(1000);
    player.hear({ type: "loaded" });
    player.hear({ type: "broken", code: 3 });
    expect(player.said()).toEqual([expect.stringContaining("(decoding error)")]);
    player.wait(3000);
    expect(player.said()).toEqual(["Playback Complete / Finished playing all debate turns."]);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true });
  });

  test("goes on with the next turn when one does not load in 15 s", () => {
    const player = begun();
    player.wait(1000 + 15_000);
    expect(player.said()).toEqual([
      "Audio Error / There was an error playing the audio (Audio loading timeout). Continuing to next turn.",
    ]);
  });

  test("is ended by starting one turn", () => {
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

  test("is stopped in a turn and in a gap", () => {
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

  test("is paused in a gap and goes on at once", () => {
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

  test("skips to the next turn and back, and stays Play All", () => {
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

  test("keeps playing all after a click on a sentence", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.tell({ type: "play", turnId: 101, from: 20 });
    expect(player.state()).toMatchObject({ position: 20, isPlayingAll: true });
  });

  test("says no longer what plays when it is closed", () => {
    const player = begun();
    player.wait(1000);
    player.sound();
    player.done();
    player.tell({ type: "close" });
    expect(player.done()).toEqual(["unload", "unsay"]);
  });

  test("goes on with the next turn when one was moved to its end while it was paused", () => {
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

  test("says a turn that was blocked when it plays", () => {
    const player = begun();
    player.wait(1000);
    player.hear({ type: "loaded" });
    player.hear({ type: "blocked" });
    expect(player.said()).toEqual([]);
    player.tell({ type: "resume" });
    player.hear({ type: "started" });
    expect(player.said()).toEqual(["For Side / Now playing opening statement..."]);
  });

  test("is not available where no voice is set up", () => {
    const player = createPlayerSimulator({ ...createCompletedPlaylist(2), isVoiced: false });
    player.tell({ type: "play all" });
    expect(player.said()).toEqual([
      "Audio not available / Premium audio is not available for this debate.",
    ]);
    expect(player.state().phase).toBe("idle");
  });

  test("plays on for longer than 180 s while it makes progress", () => {
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

  test("that makes no progress for 180 s is stopped, and says so", () => {
    const player = begun(createCompletedPlaylist(10));
    player.wait(1000);
    // Every sound starts and then stands still: each counts as played after 60 s.
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

  test("waits for the next turn for as long as it takes, and plays it 500 ms after it is ready", () => {
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

  test("names the next turn in the silence before it, and nobody while it is not there", () => {
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

  test("waits for the sound of a turn that is finished", () => {
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

  test("gives up a sound that is not made in 180 s", () => {
    const [first] = createSpokenTurns(1);
    if (!first) throw new Error("no turn");
    const player = begun(createPlaylist([pending(first)]));
    player.wait(180_000);
    expect(player.said()).toEqual([
      "Audio Timeout / Audio playback was stopped automatically due to timeout. Please try again.",
    ]);
  });

  test("begins before the first turn is there", () => {
    const player = begun(live(0));
    player.wait(10_000);
    expect(player.state()).toMatchObject({ phase: "loading", track: null });
    player.tell({ type: "listed", playlist: live(1) });
    player.wait(500);
    expect(player.asked().get("turnId")).toBe("101");
  });

  test("flags a turn once, whatever else is listed meanwhile", () => {
    const player = begun(live(0));
    player.wait(1000);
    player.tell({ type: "listed", playlist: live(1) });
    player.wait(300);
    player.tell({ type: "listed", playlist: live(2) });
    player.wait(200);
    expect(player.asked().get("turnId")).toBe("101");
  });

  test("takes its time between two turns, whatever is listed meanwhile", () => {
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

  test("that is paused while it waits stays so when the turn comes, and plays it when resumed", () => {
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

test("what is spoken right now cannot be heard yet", () => {
  const turns = [...createSpokenTurns(1), buildTurn(2, { status: "streaming" })];
  const { tracks, isOver } = createPlaylist(
    turns,
    buildDebate({ status: "completed", currentTurn: 2 }),
  );
  expect([tracks.map(({ turnNumber }) => turnNumber), isOver]).toEqual([[1], false]);
});

test("how long a turn is, is known once it is recorded", () => {
  const { tracks } = createPlaylist([...createSpokenTurns(1), buildTurn(2)]);
  expect(tracks.map(getTrackDurationS)).toEqual([60, null]);
});

test("a visitor hears the first 4 turns", () => {
  const debate = buildDebate({ status: "active", currentTurn: 5 });
  const listener = { viewer: null, isVoiced: true, labelOf: String };
  expect(buildPlaylist(debate, createSpokenTurns(3), listener).isOver).toBe(false);
  const { tracks, isOver } = buildPlaylist(debate, createSpokenTurns(6), listener);
  expect([tracks.length, isOver]).toEqual([4, true]);
});

test("both bots of one provider have different voices", () => {
  const debate = buildDebate({ botAProvider: "grok", botBProvider: "grok" });
  const { tracks } = createPlaylist(createSpokenTurns(2), debate);
  expect(tracks.map(({ isSecondary }) => isSecondary)).toEqual([false, true]);
});

test("what is heard is said apart from what is written meanwhile", () => {
  const player = begun(createPlaylist(createSpokenTurns(2)));
  expect(getTurnLabel(player.state())).toBe("Turn 1 · Opening Statement");
  player.tell({
    type: "listed",
    playlist: createPlaylist([...createSpokenTurns(4), buildTurn(5, { status: "pending" })]),
  });
  expect(getTurnLabel(player.state())).toBe("Hearing turn 1 · writing turn 5");
  player.tell({ type: "close" });
  expect(getTurnLabel(player.state())).toBe("");
});

describe("all that can be heard", () => {
  const words = "x".repeat(150);
  const chapters = buildChapters(
    createPlaylist([...createSpokenTurns(2), buildTurn(3, { content: words })]).tracks,
  );

  test("is one turn after the other, with what is not recorded yet estimated", () => {
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
  ])("has at %p s turn %p, at %p s", (place, turnNumber, position) => {
    expect(findTrackAtPosition(chapters, place)).toMatchObject({ track: { turnNumber }, position });
    expect(findTrackAtPosition([], place)).toBeUndefined();
  });

  test("tells how far the voice has come in it", () => {
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

describe("where one left off", () => {
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
    ["as the voice comes on", at(2, 5), at(2, 6), null, { turnNumber: 2, position: 5 }],
    ["not twice in 5 s", at(2, 9), at(2, 9.1), { turnNumber: 2, position: 5 }, undefined],
    [
      "5 s on",
      at(2, 10),
      at(2, 10.1),
      { turnNumber: 2, position: 5 },
      { turnNumber: 2, position: 10 },
    ],
    [
      "in another turn",
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
      "when another is asked for",
      at(2, 6),
      at(1, 0),
      { turnNumber: 2, position: 5 },
      { turnNumber: 2, position: 6 },
    ],
    ["not at the very beginning", at(1, 9), at(1, 9, { phase: "paused" }), null, undefined],
    [
      "soon after it",
      at(1, 10),
      at(1, 10, { phase: "paused" }),
      null,
      { turnNumber: 1, position: 10 },
    ],
    ["not while nothing plays", at(2, 6, { phase: "paused" }), at(2, 6), null, undefined],
    [
      "between two turns",
      at(2, 60),
      at(3, 0, { phase: "loading", wait: { until: "gap", turnNumber: 3 } }),
      null,
      { turnNumber: 3, position: 0 },
    ],
    [
      "after one turn alone",
      at(2, 60),
      at(2, 60, { phase: "stopped", hasFinished: true }),
      null,
      { turnNumber: 3, position: 0 },
    ],
    [
      "not after the last",
      at(3, 60),
      at(3, 60, { phase: "stopped", hasFinished: true }),
      null,
      null,
    ],
  ])("is kept %s", (_when, before, state, last, place) => {
    expect(getPositionToSave(before, state, last)).toEqual(place);
  });

  test("is, after the last that is there, the one to come, or the one behind the gate", () => {
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
