import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  mergeDelta,
  mergeJudgement,
  mergeSnapshot,
  mergeTurn,
} from "#web/features/debate/live/merge-turn-event.ts";
import { buildTurn } from "./fixtures.ts";

const speaking = (content: string, attempt = 1) =>
  buildTurn(3, { status: "streaming", attempt, content });
const delta = (offset: number, text: string, attempt = 1) => ({
  debateId: 7,
  turnId: 103,
  attempt,
  offset,
  text,
});
const JUDGEMENT = {
  score: 8,
  ruling: "It holds.",
  feedback: "Good.",
  judge: "grok",
  judgeModel: "grok-4.3",
  quotes: ["words"],
} satisfies Partial<Turn>;
const applyDelta = (text: string, ...rest: Parameters<typeof delta>) => {
  const { turns, isBehind } = mergeDelta([buildTurn(1), speaking(text)], delta(...rest));
  return [turns[1]?.content, isBehind];
};

describe("a delta", () => {
  test("is appended when it follows the known text", () => {
    expect(applyDelta("Cities ", 7, "breathe.")).toEqual(["Cities breathe.", false]);
  });

  test("adds only the new part when it overlaps the known text", () => {
    expect(applyDelta("Cities br", 7, "breathe.")).toEqual(["Cities breathe.", false]);
  });

  test("changes nothing when its text is known", () => {
    expect(applyDelta("Cities breathe.", 7, "breathe.")).toEqual(["Cities breathe.", false]);
    expect(applyDelta("Cities breathe.", 0, "Cities")).toEqual(["Cities breathe.", false]);
  });

  test("requires a resync when it starts beyond the known text", () => {
    expect(applyDelta("Cities ", 9, "eathe.")).toEqual(["Cities ", true]);
  });

  test("counts offsets in UTF-16 code units, as JavaScript does", () => {
    expect(applyDelta("🎉 ", 3, "yes")).toEqual(["🎉 yes", false]);
  });

  test("starts the text over when its attempt is newer", () => {
    expect(applyDelta("Cities ", 0, "Towns", 2)).toEqual(["Towns", false]);
  });

  test("clears the text and requires a resync when it misses the start of a newer attempt", () => {
    expect(applyDelta("Cities ", 5, " too", 2)).toEqual(["", true]);
    const failed = buildTurn(3, { status: "failed" });
    const [turn] = mergeDelta([failed], delta(5, " too", 2)).turns;
    expect(turn).toMatchObject({ status: "streaming", attempt: 2, content: "" });
  });

  test("removes the judgement about an earlier attempt", () => {
    const judged = buildTurn(3, JUDGEMENT);
    expect(mergeDelta([judged], delta(0, "Towns", 2)).turns).toEqual([speaking("Towns", 2)]);
  });

  test("is ignored when its attempt is older", () => {
    const { turns, isBehind } = mergeDelta([speaking("Towns", 2)], delta(5, "!", 1));
    expect([turns[0]?.content, isBehind]).toEqual(["Towns", false]);
  });

  test("requires a resync when its turn is unknown", () => {
    expect(mergeDelta([buildTurn(1)], delta(0, "Cities"))).toEqual({
      turns: [buildTurn(1)],
      isBehind: true,
    });
  });

  test("is ignored when its turn is finished", () => {
    const finished = buildTurn(3, { content: "Done." });
    expect(mergeDelta([finished], delta(5, " late")).turns).toEqual([finished]);
  });

  test("of a newer attempt resumes a failed turn", () => {
    const failed = buildTurn(3, {
      status: "failed",
      error: { code: "overloaded", message: "Busy." },
    });
    const [turn] = mergeDelta([failed], delta(0, "Again", 2)).turns;
    expect(turn).toMatchObject({ status: "streaming", attempt: 2, content: "Again", error: null });
  });

  test("changes a pending turn to streaming", () => {
    const waiting = buildTurn(3, { status: "pending", attempt: 0, content: "" });
    expect(mergeDelta([waiting], delta(0, "So")).turns[0]?.status).toBe("streaming");
  });

  test("adds late text to a pending turn without changing its status", () => {
    const waiting = buildTurn(3, { status: "pending", content: "Cities" });
    const { turns, isBehind } = mergeDelta([waiting], delta(6, " breathe"));
    expect([turns, isBehind]).toEqual([[{ ...waiting, content: "Cities breathe" }], false]);
  });

  test("keeps the identity of other turns, which are not rendered again", () => {
    const first = buildTurn(1);
    expect(mergeDelta([first, speaking("")], delta(0, "So")).turns[0]).toBe(first);
  });
});

describe("a turn event", () => {
  test("inserts a new turn by its number", () => {
    expect(
      mergeTurn([buildTurn(1), buildTurn(3)], buildTurn(2)).map((turn) => turn.turnNumber),
    ).toEqual([1, 2, 3]);
  });

  test("replaces the known turn when its state is later", () => {
    expect(mergeTurn([speaking("Cit")], buildTurn(3))).toEqual([buildTurn(3)]);
    expect(mergeTurn([speaking("Cit")], speaking("Cities"))).toEqual([speaking("Cities")]);
    expect(mergeTurn([speaking("Cit")], speaking("", 2))).toEqual([speaking("", 2)]);
  });

  test("replaces a longer streamed text by the stored text of the finished turn", () => {
    const stored = buildTurn(3, { content: "Cities" });
    expect(mergeTurn([speaking("Cities **breathe")], stored)).toEqual([stored]);
  });

  test("replaces the known turn when its state is equal", () => {
    const recorded = buildTurn(3, { audio: { status: "ready", durationMs: 60_000, version: 1 } });
    expect(mergeTurn([buildTurn(3)], recorded)).toEqual([recorded]);
  });

  test("is ignored when its state is earlier", () => {
    expect(mergeTurn([buildTurn(3)], speaking("Cit"))).toEqual([buildTurn(3)]);
    expect(mergeTurn([speaking("Cities")], speaking("Cit"))).toEqual([speaking("Cities")]);
    expect(mergeTurn([speaking("Cities", 2)], buildTurn(3))).toEqual([speaking("Cities", 2)]);
  });

  test("does not make a complete turn pending", () => {
    expect(mergeTurn([buildTurn(3)], buildTurn(3, { status: "pending" }))).toEqual([buildTurn(3)]);
  });

  test("does not make a streaming turn pending in the same attempt", () => {
    const waiting = buildTurn(3, { status: "pending", attempt: 0, content: "" });
    expect(mergeTurn([speaking("Cit")], waiting)).toEqual([speaking("Cit")]);
  });

  test("keeps the longer text of an attempt that was returned to the queue", () => {
    const waiting = buildTurn(3, { status: "pending", content: "Cit" });
    const current = [{ ...waiting, content: "Cities" }];
    expect(mergeTurn([speaking("Cities")], waiting)).toEqual(current);
    expect(mergeTurn([waiting], speaking("Cities"))).toEqual(current);
    expect(mergeTurn([waiting], speaking(""))).toEqual([waiting]);
    expect(mergeTurn([waiting], speaking("", 2))).toEqual([speaking("", 2)]);
  });

  test("does not resume a failed turn in the same attempt", () => {
    const failed = buildTurn(3, { status: "failed", content: "Cit" });
    expect(mergeTurn([failed], speaking("Cities"))).toEqual([failed]);
  });

  test("makes a failed turn pending for its retry", () => {
    const failed = buildTurn(3, { status: "failed" });
    const waiting = buildTurn(3, { status: "pending", content: "" });
    expect(mergeTurn([failed], waiting)).toEqual([waiting]);
  });

  test("keeps a judgement that arrived before it", () => {
    const judged = buildTurn(3, JUDGEMENT);
    expect(mergeTurn([judged], buildTurn(3))).toEqual([judged]);
    const recorded = { audio: { status: "ready", durationMs: 60_000, version: 1 } } as const;
    expect(mergeTurn([judged], buildTurn(3, recorded))).toEqual([{ ...judged, ...recorded }]);
  });

  test("removes the judgement when a newer attempt starts", () => {
    const judged = buildTurn(3, JUDGEMENT);
    expect(mergeTurn([judged], speaking("Towns", 2))).toEqual([speaking("Towns", 2)]);
  });

  test("replaces the judgement by a new one", () => {
    const judged = buildTurn(3, JUDGEMENT);
    const regenerated = buildTurn(3, {
      score: 6,
      ruling: "It holds.",
      feedback: "Fair.",
      judge: "claude",
      quotes: ["words"],
    });
    expect(mergeTurn([judged], regenerated)).toEqual([regenerated]);
  });
});

test("an older snapshot adds missing turns and removes no text", () => {
  const currentTurns = [speaking("Cities breathe"), buildTurn(4, { status: "pending" })];
  const snapshot = [buildTurn(1), buildTurn(2), speaking("Cities")];
  expect(mergeSnapshot(currentTurns, snapshot)).toEqual([
    buildTurn(1),
    buildTurn(2),
    ...currentTurns,
  ]);
});

describe("a snapshot updates", () => {
  const audio = (status: Turn["audio"]["status"], version = 0): Partial<Turn> => ({
    audio: { status, durationMs: version > 0 ? 60_000 : null, version },
  });
  const unscored: Partial<Turn> = { score: null, feedback: null, judge: "grok", quotes: null };

  test.each([
    ["a pending recording", audio("none"), audio("pending")],
    ["a failed recording", audio("pending"), audio("failed")],
    ["a finished recording", audio("pending"), audio("ready", 1)],
    ["a recording that succeeded after a failure", audio("failed"), audio("ready", 1)],
    ["a newer recording", audio("ready", 1), audio("ready", 2)],
    ["a judgement without a score", {}, unscored],
    ["a score", {}, JUDGEMENT],
    ["a score after a judgement without one", unscored, JUDGEMENT],
  ])("%s and never reverts it, in either order", (_what, before, after) => {
    const [earlier, later] = [buildTurn(3, before), buildTurn(3, after)];
    expect(mergeSnapshot([earlier], [later])).toEqual([later]);
    expect(mergeSnapshot([later], [earlier])).toEqual([later]);
  });

  test("recording and judgement independently", () => {
    const recorded = buildTurn(3, audio("ready", 1));
    const current = [buildTurn(3, { ...audio("ready", 1), ...JUDGEMENT })];
    expect(mergeSnapshot([recorded], [buildTurn(3, JUDGEMENT)])).toEqual(current);
    expect(mergeSnapshot([buildTurn(3, JUDGEMENT)], [recorded])).toEqual(current);
  });

  test("no recording from an earlier attempt", () => {
    const regenerated = speaking("Towns", 2);
    expect(mergeSnapshot([buildTurn(3, audio("ready", 1))], [regenerated])).toEqual([regenerated]);
  });
});

describe("a judgement event", () => {
  test("is merged into its turn only", () => {
    expect(mergeJudgement([buildTurn(1), buildTurn(2), buildTurn(3)], 102, JUDGEMENT)).toEqual({
      turns: [buildTurn(1), buildTurn(2, JUDGEMENT), buildTurn(3)],
      isBehind: false,
    });
  });

  test("requires a resync when its turn is unknown", () => {
    expect(mergeJudgement([], 101, JUDGEMENT).isBehind).toBe(true);
    expect(mergeJudgement([buildTurn(2)], 101, JUDGEMENT)).toEqual({
      turns: [buildTurn(2)],
      isBehind: true,
    });
  });
});

describe("a moderated turn", () => {
  const shown = buildTurn(1, { ruling: "It holds.", feedback: "Good.", judge: "grok", score: 7 });
  const hidden = {
    ...shown,
    content: "",
    ruling: null,
    feedback: null,
    quotes: [],
    isHidden: true,
  };

  test.each([
    ["hidden", shown, hidden],
    ["shown again", hidden, shown],
  ])("is %s as soon as the snapshot says so", (_how, current, received) => {
    expect(mergeSnapshot([current], [received])).toEqual([received]);
  });
});
