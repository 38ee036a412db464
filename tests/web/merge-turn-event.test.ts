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
const heard = (known: string, ...rest: Parameters<typeof delta>) => {
  const { turns, isBehind } = mergeDelta([buildTurn(1), speaking(known)], delta(...rest));
  return [turns[1]?.content, isBehind];
};

describe("a delta", () => {
  test("that follows on is appended", () => {
    expect(heard("Cities ", 7, "breathe.")).toEqual(["Cities breathe.", false]);
  });

  test("that overlaps adds only what is new", () => {
    expect(heard("Cities br", 7, "breathe.")).toEqual(["Cities breathe.", false]);
  });

  test("that is known already changes nothing", () => {
    expect(heard("Cities breathe.", 7, "breathe.")).toEqual(["Cities breathe.", false]);
    expect(heard("Cities breathe.", 0, "Cities")).toEqual(["Cities breathe.", false]);
  });

  test("beyond the text says that the turns must be asked for again", () => {
    expect(heard("Cities ", 9, "eathe.")).toEqual(["Cities ", true]);
  });

  test("counts offsets as JavaScript counts characters", () => {
    expect(heard("🎉 ", 3, "yes")).toEqual(["🎉 yes", false]);
  });

  test("of a newer attempt starts the text over", () => {
    expect(heard("Cities ", 0, "Towns", 2)).toEqual(["Towns", false]);
  });

  test("of a newer attempt, but not its first, voids the text and asks for it", () => {
    expect(heard("Cities ", 5, " too", 2)).toEqual(["", true]);
    const failed = buildTurn(3, { status: "failed" });
    const [turn] = mergeDelta([failed], delta(5, " too", 2)).turns;
    expect(turn).toMatchObject({ status: "streaming", attempt: 2, content: "" });
  });

  test("of a newer attempt voids what the judge said of the one before", () => {
    const judged = buildTurn(3, { score: 8, feedback: "Good.", judge: "grok", quotes: ["words"] });
    expect(mergeDelta([judged], delta(0, "Towns", 2)).turns).toEqual([speaking("Towns", 2)]);
  });

  test("of an older attempt is ignored", () => {
    const { turns, isBehind } = mergeDelta([speaking("Towns", 2)], delta(5, "!", 1));
    expect([turns[0]?.content, isBehind]).toEqual(["Towns", false]);
  });

  test("of an unknown turn says that the turns must be asked for again", () => {
    expect(mergeDelta([buildTurn(1)], delta(0, "Cities"))).toEqual({
      turns: [buildTurn(1)],
      isBehind: true,
    });
  });

  test("that comes after its turn was finished is ignored", () => {
    const finished = buildTurn(3, { content: "Done." });
    expect(mergeDelta([finished], delta(5, " late")).turns).toEqual([finished]);
  });

  test("of a newer attempt revives a turn that failed", () => {
    const failed = buildTurn(3, {
      status: "failed",
      error: { code: "overloaded", message: "Busy." },
    });
    const [turn] = mergeDelta([failed], delta(0, "Again", 2)).turns;
    expect(turn).toMatchObject({ status: "streaming", attempt: 2, content: "Again", error: null });
  });

  test("sets a waiting turn speaking", () => {
    const waiting = buildTurn(3, { status: "pending", attempt: 0, content: "" });
    expect(mergeDelta([waiting], delta(0, "So")).turns[0]?.status).toBe("streaming");
  });

  test("that comes late, when its attempt was given back, adds its words to a turn that waits", () => {
    const waiting = buildTurn(3, { status: "pending", content: "Cities" });
    const { turns, isBehind } = mergeDelta([waiting], delta(6, " breathe"));
    expect([turns, isBehind]).toEqual([[{ ...waiting, content: "Cities breathe" }], false]);
  });

  test("leaves the other turns as they are, so that they are not rendered again", () => {
    const first = buildTurn(1);
    expect(mergeDelta([first, speaking("")], delta(0, "So")).turns[0]).toBe(first);
  });
});

describe("a whole turn", () => {
  test("that is new takes its place by number", () => {
    expect(
      mergeTurn([buildTurn(1), buildTurn(3)], buildTurn(2)).map((turn) => turn.turnNumber),
    ).toEqual([1, 2, 3]);
  });

  test("replaces what is known of it when it has come further", () => {
    expect(mergeTurn([speaking("Cit")], buildTurn(3))).toEqual([buildTurn(3)]);
    expect(mergeTurn([speaking("Cit")], speaking("Cities"))).toEqual([speaking("Cities")]);
    expect(mergeTurn([speaking("Cit")], speaking("", 2))).toEqual([speaking("", 2)]);
  });

  test("that is finished is as it was stored, though more had been heard", () => {
    const stored = buildTurn(3, { content: "Cities" });
    expect(mergeTurn([speaking("Cities **breathe")], stored)).toEqual([stored]);
  });

  test("replaces what is known of it when it has come as far", () => {
    const recorded = buildTurn(3, { audio: { status: "ready", durationMs: 60_000, version: 1 } });
    expect(mergeTurn([buildTurn(3)], recorded)).toEqual([recorded]);
  });

  test("does not take back what has been heard since", () => {
    expect(mergeTurn([buildTurn(3)], speaking("Cit"))).toEqual([buildTurn(3)]);
    expect(mergeTurn([speaking("Cities")], speaking("Cit"))).toEqual([speaking("Cities")]);
    expect(mergeTurn([speaking("Cities", 2)], buildTurn(3))).toEqual([speaking("Cities", 2)]);
  });

  test("that is complete does not wait again", () => {
    expect(mergeTurn([buildTurn(3)], buildTurn(3, { status: "pending" }))).toEqual([buildTurn(3)]);
  });

  test("that is streaming does not wait for the attempt it is in", () => {
    const waiting = buildTurn(3, { status: "pending", attempt: 0, content: "" });
    expect(mergeTurn([speaking("Cit")], waiting)).toEqual([speaking("Cit")]);
  });

  test("that was given back waits for its next attempt, with all of its words that were heard", () => {
    const waiting = buildTurn(3, { status: "pending", content: "Cit" });
    const both = [{ ...waiting, content: "Cities" }];
    expect(mergeTurn([speaking("Cities")], waiting)).toEqual(both);
    expect(mergeTurn([waiting], speaking("Cities"))).toEqual(both);
    expect(mergeTurn([waiting], speaking(""))).toEqual([waiting]);
    expect(mergeTurn([waiting], speaking("", 2))).toEqual([speaking("", 2)]);
  });

  test("that failed does not speak on", () => {
    const failed = buildTurn(3, { status: "failed", content: "Cit" });
    expect(mergeTurn([failed], speaking("Cities"))).toEqual([failed]);
  });

  test("that failed and is asked for again waits", () => {
    const failed = buildTurn(3, { status: "failed" });
    const waiting = buildTurn(3, { status: "pending", content: "" });
    expect(mergeTurn([failed], waiting)).toEqual([waiting]);
  });

  test("keeps a judgement that came before it", () => {
    const judged = buildTurn(3, { score: 8, feedback: "Good.", judge: "grok", quotes: [] });
    expect(mergeTurn([judged], buildTurn(3))).toEqual([judged]);
    const recorded = { audio: { status: "ready", durationMs: 60_000, version: 1 } } as const;
    expect(mergeTurn([judged], buildTurn(3, recorded))).toEqual([{ ...judged, ...recorded }]);
  });

  test("that speaks anew has no judgement of what it said before", () => {
    const judged = buildTurn(3, { score: 8, feedback: "Good.", judge: "grok", quotes: [] });
    expect(mergeTurn([judged], speaking("Towns", 2))).toEqual([speaking("Towns", 2)]);
  });

  test("that was judged anew has the new judgement", () => {
    const judged = buildTurn(3, { score: 8, feedback: "Good.", judge: "grok", quotes: [] });
    const anew = buildTurn(3, { score: 6, feedback: "Fair.", judge: "claude", quotes: ["words"] });
    expect(mergeTurn([judged], anew)).toEqual([anew]);
  });
});

test("a snapshot that is older than what was heard adds what is missing and takes nothing back", () => {
  const known = [speaking("Cities breathe"), buildTurn(4, { status: "pending" })];
  const snapshot = [buildTurn(1), buildTurn(2), speaking("Cities")];
  expect(mergeSnapshot(known, snapshot)).toEqual([buildTurn(1), buildTurn(2), ...known]);
});

describe("a snapshot brings what was missed of a turn that has come as far", () => {
  const audio = (status: Turn["audio"]["status"], version = 0): Partial<Turn> => ({
    audio: { status, durationMs: version > 0 ? 60_000 : null, version },
  });
  const unscored: Partial<Turn> = { score: null, feedback: null, judge: "grok", quotes: null };
  const scored: Partial<Turn> = { score: 8, feedback: "Good.", judge: "grok", quotes: [] };

  test.each([
    ["that it is going to be recorded", audio("none"), audio("pending")],
    ["that its recording failed", audio("pending"), audio("failed")],
    ["its recording", audio("pending"), audio("ready", 1)],
    ["its recording, made after all", audio("failed"), audio("ready", 1)],
    ["its recording, made anew", audio("ready", 1), audio("ready", 2)],
    ["that the judge gave no score", {}, unscored],
    ["its score", {}, scored],
    ["its score, given after all", unscored, scored],
  ])("%s, and takes it back in no order", (_what, before, after) => {
    const [earlier, further] = [buildTurn(3, before), buildTurn(3, after)];
    expect(mergeSnapshot([earlier], [further])).toEqual([further]);
    expect(mergeSnapshot([further], [earlier])).toEqual([further]);
  });

  test("each on its own", () => {
    const recorded = buildTurn(3, audio("ready", 1));
    const both = [buildTurn(3, { ...audio("ready", 1), ...scored })];
    expect(mergeSnapshot([recorded], [buildTurn(3, scored)])).toEqual(both);
    expect(mergeSnapshot([buildTurn(3, scored)], [recorded])).toEqual(both);
  });

  test("and nothing of an attempt that is void", () => {
    const anew = speaking("Towns", 2);
    expect(mergeSnapshot([buildTurn(3, audio("ready", 1))], [anew])).toEqual([anew]);
  });
});

describe("a judgement", () => {
  const judgement = { score: 8, feedback: "Good.", judge: "grok", quotes: ["words"] } as const;

  test("is added to its turn, and to no other", () => {
    const said = { ...judgement, quotes: [...judgement.quotes] };
    expect(mergeJudgement([buildTurn(1), buildTurn(2), buildTurn(3)], 102, said)).toEqual({
      turns: [buildTurn(1), buildTurn(2, said), buildTurn(3)],
      isBehind: false,
    });
  });

  test("of an unknown turn says that the turns must be asked for again", () => {
    const said = { ...judgement, quotes: [] };
    expect(mergeJudgement([], 101, said).isBehind).toBe(true);
    expect(mergeJudgement([buildTurn(2)], 101, said)).toEqual({
      turns: [buildTurn(2)],
      isBehind: true,
    });
  });
});

describe("a turn that was hidden or shown", () => {
  const shown = buildTurn(1, { feedback: "Good.", judge: "grok", score: 7 });
  const hidden = { ...shown, content: "", feedback: null, quotes: [], isHidden: true };

  test.each([
    ["hidden", shown, hidden],
    ["shown again", hidden, shown],
  ])("is %s as soon as the server answers so", (_how, known, said) => {
    expect(mergeSnapshot([known], [said])).toEqual([said]);
  });
});
