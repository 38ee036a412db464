import type { Decision, DecidedWinner, Margin } from "#shared/domain/debates/judging/decision.ts";
import {
  decidePanel,
  describePanel,
  explainVerdict,
  getQuorum,
  hideJudges,
  type PanelVote,
  selectPanelTexts,
  summarizeVerdict,
} from "#shared/domain/debates/judging/panel.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { Speaker } from "#shared/domain/speaker.ts";

const vote = (winner: DecidedWinner, margin: Margin | null = 2): Decision => ({
  winner,
  margin: winner === "draw" ? null : margin,
  wavered: false,
});
const WAVERED: Decision = { winner: "draw", margin: null, wavered: true };
const [FOR, AGAINST, DRAW] = [vote("bot_a"), vote("bot_b"), vote("draw")];
const NO_WINNER = { winner: "draw", margin: null, wavered: true };

const seat = (...votes: (Decision | null)[]): PanelVote[] =>
  votes.map((each, index) => ({ judge: PROVIDERS[index] ?? "openai", vote: each }));
const labelOf = (judge: Speaker) =>
  ({ openai: "ChatGPT", grok: "Grok" })[judge as string] ?? "Claude";

describe("a panel of judges", () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
  ])("of %p needs answers of %p, more than half", (size, quorum) => {
    expect(getQuorum(size)).toBe(quorum);
  });

  test.each([
    ["all of three name it", [FOR, FOR, FOR], "bot_a"],
    ["two of three name it and one names the other", [AGAINST, FOR, AGAINST], "bot_b"],
    ["two of three name it and one did not answer", [null, AGAINST, AGAINST], "bot_b"],
    ["two of three name it and one wavered", [FOR, WAVERED, FOR], "bot_a"],
    ["both of two name it", [FOR, FOR], "bot_a"],
    ["two of three call a draw", [DRAW, FOR, DRAW], "draw"],
  ] as const)("decides for a winner or a draw if %s", (_what, votes, winner) => {
    expect(decidePanel(seat(...votes))).toMatchObject({ winner, wavered: false });
  });

  test.each([
    ["two judges disagree", [FOR, AGAINST]],
    ["three judges name three results", [FOR, AGAINST, DRAW]],
    ["two of three answer and disagree", [FOR, AGAINST, null]],
    ["one names a side and two wavered", [FOR, WAVERED, WAVERED]],
    ["one of two wavered", [FOR, WAVERED]],
    ["all wavered", [WAVERED, WAVERED, WAVERED]],
  ])("names no winner if %s", (_what, votes) => {
    expect(decidePanel(seat(...votes))).toEqual(NO_WINNER);
  });

  test.each([
    ["one of two answered", [FOR, null]],
    ["one of three answered", [null, null, FOR]],
    ["no judge answered", [null, null, null]],
  ])("decides nothing if %s", (_what, votes) => {
    expect(decidePanel(seat(...votes))).toBeNull();
  });

  test("names the smallest margin of the votes for the winner", () => {
    const votes = seat(vote("bot_a", 3), vote("bot_b", 1), vote("bot_a", 2));
    expect(decidePanel(votes)).toEqual({ winner: "bot_a", margin: 2, wavered: false });
  });

  const EVERY_VOTE = [FOR, AGAINST, DRAW, WAVERED, null];
  const ALL_PANELS = [
    ...EVERY_VOTE.flatMap((a) => EVERY_VOTE.map((b) => [a, b])),
    ...EVERY_VOTE.flatMap((a) => EVERY_VOTE.flatMap((b) => EVERY_VOTE.map((c) => [a, b, c]))),
  ];
  const SIDES = { bot_a: "bot_b", bot_b: "bot_a", draw: "draw" } as const;

  test("decides the mirror image if all votes are exchanged, and the same in any order", () => {
    for (const votes of ALL_PANELS) {
      const decision = decidePanel(seat(...votes));
      const mirrored = votes.map((each) => each && { ...each, winner: SIDES[each.winner] });
      const expected = decision && { ...decision, winner: SIDES[decision.winner] };
      expect(decidePanel(seat(...mirrored))).toEqual(expected);
      expect(decidePanel(seat(...votes.toReversed()))).toEqual(decision);
    }
  });

  test("names no winner that a missing judge could have prevented", () => {
    for (const votes of ALL_PANELS) {
      const { winner, wavered } = decidePanel(seat(...votes)) ?? WAVERED;
      if (wavered) continue;
      for (const late of EVERY_VOTE)
        expect(decidePanel(seat(...votes.map((each) => each ?? late)))).toMatchObject({ winner });
    }
  });

  const ANSWERS = [
    { winner: "bot_b", reasoning: "Against, says the first." },
    { winner: "bot_a", reasoning: "For, says the second." },
    { winner: "bot_a", reasoning: "For, says the third." },
  ] as const;

  test("shows the first text for the winner", () => {
    expect(selectPanelTexts(FOR, ANSWERS)).toEqual(["For, says the second."]);
  });

  test("shows one text for each opinion if there is no winner", () => {
    expect(selectPanelTexts(WAVERED, ANSWERS)).toEqual([
      "Against, says the first.",
      "For, says the second.",
    ]);
  });

  test("says how each judge voted", () => {
    expect(describePanel(seat(null, AGAINST, WAVERED), labelOf)).toBe(
      "Judges: ChatGPT did not answer, Grok for Against, Claude wavered.",
    );
  });

  test("hides who voted how, also in the order", () => {
    const hidden = hideJudges(seat(FOR, null, AGAINST));
    expect(hidden).toEqual(hideJudges(seat(AGAINST, FOR, null)));
    expect(describePanel(hidden, labelOf)).toBe(
      "Judges: judge 1 did not answer, judge 2 for Against, judge 3 for For.",
    );
  });

  test.each([
    [[FOR, FOR, AGAINST], "For, by a clear margin", "2 of 3 chose the same side."],
    [[DRAW, DRAW, AGAINST], "a draw", "2 of 3 called a draw."],
    [
      [FOR, AGAINST, null],
      "no winner, the judges disagreed",
      "A winner needs the votes of 2 of the 3 judges.",
    ],
    [
      [WAVERED, WAVERED],
      "no winner, every judge wavered",
      "A winner needs the votes of 2 of the 2 judges.",
    ],
    [
      [FOR, null, null],
      "none, too few judges answered",
      "1 of 3 judges answered. A verdict needs 2.",
    ],
  ])("describes its verdict in words: %j is %p", (votes, summary, reason) => {
    const panel = seat(...votes);
    const scores = { panel, decision: decidePanel(panel) ?? undefined };
    expect(summarizeVerdict(scores)).toBe(summary);
    expect(explainVerdict(scores)).toContain(reason);
  });

  test("leaves the words for a single judge as they are", () => {
    expect(summarizeVerdict({ decision: WAVERED })).toBe("the judge wavered");
    expect(explainVerdict({ decision: FOR })).toContain("the judge chose the same side");
    expect([summarizeVerdict({}), explainVerdict({})]).toEqual([null, null]);
  });
});
