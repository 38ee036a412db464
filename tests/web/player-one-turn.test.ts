import { rehearse, spoken, listOf, wholeDebate } from "./rehearse-player.ts";

const playing = () => {
  const player = rehearse(wholeDebate(3));
  player.tell({ type: "play", turnId: 102 });
  player.sound();
  player.done();
  return player;
};

describe("a turn", () => {
  test("is loaded, plays and is completed", () => {
    const player = rehearse(wholeDebate(3));
    player.tell({ type: "play", turnId: 102 });
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 2 } });
    expect(Object.fromEntries(player.asked())).toEqual({
      turnId: "102",
      provider: "claude",
      secondary: "false",
      version: "1",
    });
    player.hear({ type: "loaded" });
    expect(player.done()).toEqual(["load", "play"]);
    player.hear({ type: "started" });
    player.voice(30);
    expect(player.state()).toMatchObject({ phase: "playing", position: 30, duration: 60 });
    player.hear({ type: "ended" });
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true, position: 60 });
    expect([player.running(), player.said()]).toEqual([[], []]);
  });

  test("that is stopped is silent, says so, and has settled after 100 ms", () => {
    const player = playing();
    player.tell({ type: "stop" });
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: false, position: 0 });
    expect(player.done()).toEqual(["unload", "say"]);
    player.wait(99);
    expect(player.state().phase).toBe("stopped");
    player.wait(1);
    expect(player.state().phase).toBe("idle");
  });

  test("that is started stops the one that plays, and waits 100 ms for that", () => {
    const player = playing();
    player.tell({ type: "play", turnId: 103 });
    expect(player.state()).toMatchObject({ phase: "stopped", track: { turnNumber: 3 } });
    expect(player.done()).toEqual(["unload"]);
    player.wait(100);
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 3 } });
    expect(player.asked().get("turnId")).toBe("103");
  });

  test("that is started right after Stop waits for that to settle", () => {
    const player = playing();
    player.tell({ type: "stop" });
    player.tell({ type: "play", turnId: 101 });
    expect(player.state().phase).toBe("stopped");
    player.wait(100);
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 1 } });
  });

  test("is paused and goes on from the same place", () => {
    const player = playing();
    player.voice(20);
    player.tell({ type: "pause" });
    expect([player.state().phase, player.running()]).toEqual(["paused", []]);
    player.wait(600_000);
    player.tell({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "playing", position: 20 });
    expect(player.done()).toEqual(["pause", "play"]);
  });

  test("that something else paused is paused", () => {
    const player = playing();
    player.hear({ type: "interrupted" });
    expect(player.state().phase).toBe("paused");
  });

  test("is sought in, within its length", () => {
    const player = playing();
    player.voice(20);
    player.tell({ type: "seek", to: 45 });
    expect(player.state().position).toBe(45);
    player.tell({ type: "seek", to: 99 });
    expect(player.state().position).toBe(60);
    player.tell({ type: "seek", to: -5 });
    expect(player.state().position).toBe(0);
    expect(player.done()).toEqual(["seek", "seek", "seek"]);
  });

  test("goes on from a sentence that is pointed at", () => {
    const player = playing();
    player.tell({ type: "pause" });
    player.done();
    player.tell({ type: "play", turnId: 102, from: 12 });
    expect(player.state()).toMatchObject({ phase: "playing", position: 12 });
    expect(player.done()).toEqual(["seek", "play"]);
  });

  test("that is completed is played again from its beginning, in its latest recording", () => {
    const player = playing();
    player.hear({ type: "ended" });
    const [first, second] = spoken(2);
    if (!first || !second) throw new Error("no turns");
    second.audio.version = 4;
    player.tell({ type: "listed", playlist: listOf([first, second]) });
    player.done();
    player.tell({ type: "resume" });
    expect(player.asked().get("version")).toBe("4");
    expect(player.state()).toMatchObject({ phase: "loading", position: 0 });
  });

  test("plays on when its recording is made anew meanwhile", () => {
    const player = playing();
    player.tell({ type: "listed", playlist: listOf(spoken(3)) });
    expect([player.state().phase, player.done()]).toEqual(["playing", []]);
  });

  test("falls silent when the page is left", () => {
    const player = playing();
    player.tell({ type: "close" });
    expect(player.state()).toMatchObject({ phase: "idle", track: null });
    expect([player.done(), player.running()]).toEqual([["unload"], []]);
  });

  test("keeps speed and volume when another is played", () => {
    const player = playing();
    player.tell({ type: "tune", rate: 1.5, volume: 0.4 });
    player.tell({ type: "close" });
    player.tell({ type: "play", turnId: 101 });
    expect(player.state()).toMatchObject({ rate: 1.5, volume: 0.4 });
  });

  test("waits for a tap where the browser blocks it, and carries on from the same place", () => {
    const player = rehearse(wholeDebate(1));
    player.tell({ type: "play", turnId: 101, from: 7 });
    player.hear({ type: "loaded" });
    player.hear({ type: "blocked" });
    expect(player.state()).toMatchObject({ phase: "paused", isBlocked: true, position: 7 });
    player.wait(600_000);
    expect(player.state()).toMatchObject({ phase: "paused", isBlocked: true });
    player.tell({ type: "resume" });
    player.hear({ type: "started" });
    expect(player.state()).toMatchObject({ phase: "playing", isBlocked: false, position: 7 });
    expect(player.done()).toEqual(["load", "seek", "play", "play"]);
  });

  test("is not asked for where no voice is set up", () => {
    const player = rehearse({ ...wholeDebate(1), isVoiced: false });
    player.tell({ type: "play", turnId: 101 });
    expect(player.state().phase).toBe("idle");
    expect(player.said()).toEqual([
      "Premium voice unavailable / No voice is set up on this server.",
    ]);
  });

  test("of which an earlier load still tells something is not disturbed by it", () => {
    const player = playing();
    const { run } = player.state();
    player.tell({ type: "play", turnId: 103 });
    player.wait(100);
    for (const type of ["loaded", "started", "ended", "blocked", "interrupted"] as const)
      player.tell({ type, run });
    player.tell({ type: "broken", code: 4, run });
    player.tell({ type: "refused", message: "No", run });
    expect(player.state()).toMatchObject({ phase: "loading", track: { turnNumber: 3 } });
  });
});

describe("a load", () => {
  const loading = () => {
    const player = rehearse(wholeDebate(1));
    player.tell({ type: "play", turnId: 101 });
    player.done();
    return player;
  };

  test("that takes 8 s is tried once more, and only once", () => {
    const player = loading();
    player.wait(7999);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.asked().get("retry")).toBe("1");
    expect(player.done()).toEqual(["load"]);
    player.wait(6999);
    expect([player.state().phase, player.done()]).toEqual(["loading", []]);
  });

  test("is aborted after 15 s", () => {
    const player = loading();
    player.wait(15_000);
    expect(player.state()).toMatchObject({ phase: "error", error: "Audio loading timeout" });
    expect(player.said()).toEqual(["Audio playback error / Audio loading timeout"]);
    expect(player.running()).toEqual([]);
  });

  test("that came in time is neither tried again nor aborted", () => {
    const player = loading();
    player.wait(7000);
    player.sound();
    player.done();
    player.wait(9000);
    expect([player.state().phase, player.done()]).toEqual(["playing", []]);
  });

  test("lets go of the sound after 30 s if it never starts", () => {
    const player = loading();
    player.hear({ type: "loaded" });
    player.wait(29_999);
    expect(player.state().phase).toBe("loading");
    player.wait(1);
    expect(player.state()).toMatchObject({ phase: "error", error: "The audio did not start." });
  });

  test("that is refused says what the server said", () => {
    const player = loading();
    player.hear({ type: "refused", message: "Turn content is too short or empty" });
    expect(player.state()).toMatchObject({ phase: "error", isLoaded: false });
    expect(player.said()).toEqual(["Audio playback error / Turn content is too short or empty"]);
  });

  test("can be asked for again after an error", () => {
    const player = loading();
    player.hear({ type: "refused", message: "Down" });
    player.tell({ type: "resume" });
    expect(player.state()).toMatchObject({ phase: "loading", error: null });
  });

  test("in a format that is not supported is asked for in another, once", () => {
    const player = loading();
    player.hear({ type: "loaded" });
    player.done();
    player.hear({ type: "broken", code: 4 });
    expect(player.asked().get("altFormat")).toBe("mp3");
    expect(player.done()).toEqual(["load"]);
    player.hear({ type: "loaded" });
    player.hear({ type: "broken", code: 4 });
    expect(player.said()).toEqual(["Audio playback error / format not supported"]);
  });

  test.each([
    [1, "aborted"],
    [2, "network error"],
    [3, "decoding error"],
  ])("that breaks with code %i says %s", (code, words) => {
    const player = loading();
    player.hear({ type: "loaded" });
    player.hear({ type: "broken", code });
    expect(player.state()).toMatchObject({ phase: "error", error: words });
  });
});

describe("while a turn plays", () => {
  test("no timer ever cuts speech that plays on", () => {
    const player = playing();
    for (let second = 1; second < 600; second += 1) {
      player.wait(1000);
      player.voice(second);
    }
    expect(player.state()).toMatchObject({ phase: "playing", position: 599 });
    expect(player.done()).toEqual([]);
  });

  test("30 s without progress get it a nudge at the same place", () => {
    const player = playing();
    player.voice(10);
    player.wait(29_999);
    expect(player.done()).toEqual([]);
    player.wait(1);
    expect(player.done()).toEqual(["seek", "play"]);
    expect(player.state()).toMatchObject({ phase: "playing", isBuffering: true, position: 10 });
    player.voice(11);
    expect(player.state().isBuffering).toBe(false);
  });

  test("60 s without progress count as its end, and all is cleaned up", () => {
    const player = playing();
    player.voice(10);
    player.wait(60_000);
    expect(player.state()).toMatchObject({ phase: "stopped", hasFinished: true, isLoaded: false });
    expect(player.done()).toEqual(["seek", "play", "unload"]);
    expect(player.running()).toEqual([]);
  });

  test("it says when it is buffering", () => {
    const player = playing();
    player.hear({ type: "buffering" });
    expect(player.state().isBuffering).toBe(true);
    player.hear({ type: "started" });
    expect(player.state().isBuffering).toBe(false);
  });
});
