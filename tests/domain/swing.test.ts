import {
  BALLOT_STANCES,
  type BallotStance,
  buildSwingTable,
  computeSwing,
  countAfter,
  countBefore,
  countPairs,
  getRequiredTurns,
  isBallotOpen,
  MIN_PAIRS,
  type Swing,
  type SwingTable,
} from "#shared/domain/debates/audience/swing.ts";

const OTHER_LABEL = { for: "against", undecided: "undecided", against: "for" } as const;

const tableOf = (count: (before: BallotStance, after: BallotStance) => number): SwingTable =>
  buildSwingTable(
    BALLOT_STANCES.flatMap((before) =>
      BALLOT_STANCES.map((after) => ({ before, after, count: count(before, after) })),
    ),
  );

/** A generator of pseudo-random integers below `max`, so that a failure can be repeated. */
const createRandom = (seed: number) => {
  let state = seed;
  return (max: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
};

const requireSwing = (table: SwingTable): Swing => {
  const swing = computeSwing(table);
  if (swing === null) throw new Error("too few pairs");
  return swing;
};

describe("the swing", () => {
  const table = buildSwingTable([
    { before: "for", after: "for", count: 8 },
    { before: "for", after: "against", count: 4 },
    { before: "undecided", after: "against", count: 3 },
    { before: "undecided", after: "undecided", count: 1 },
    { before: "against", after: "for", count: 1 },
    { before: "against", after: "against", count: 8 },
  ]);

  it("counts the viewers of each stance before and after", () => {
    expect(countPairs(table)).toBe(25);
    expect(countBefore(table)).toEqual({ for: 12, undecided: 4, against: 9 });
    expect(countAfter(table)).toEqual({ for: 9, undecided: 1, against: 15 });
  });

  it("is the gain of For minus the gain of Against, in points of all pairs", () => {
    expect(computeSwing(table)).toEqual({
      gains: { for: -12, against: 24 },
      swing: -36,
      conversions: { toFor: 1, toAgainst: 4 },
    });
  });

  it("counts only viewers who changed sides as conversions", () => {
    const undecidedWon = tableOf((before) => (before === "undecided" ? 20 : 0));
    expect(computeSwing(undecidedWon)?.conversions).toEqual({ toFor: 0, toAgainst: 0 });
  });

  it("adds pairs of the same stances", () => {
    const pair = { before: "for", after: "against" } as const;
    expect(
      buildSwingTable([
        { ...pair, count: 2 },
        { ...pair, count: 3 },
      ]).for.against,
    ).toBe(5);
  });

  it.each([
    [MIN_PAIRS - 1, false],
    [MIN_PAIRS, true],
  ])("with %i pairs is computed: %s", (pairs, isComputed) => {
    const same = buildSwingTable([{ before: "for", after: "for", count: pairs }]);
    expect(computeSwing(same) !== null).toBe(isComputed);
  });

  it("is negated by swapping the labels For and Against, for any votes", () => {
    const random = createRandom(20_261_128);
    for (let run = 0; run < 500; run++) {
      const votes = tableOf(() => 3 + random(40));
      const swapped = tableOf((before, after) => votes[OTHER_LABEL[before]][OTHER_LABEL[after]]);
      const { swing, gains, conversions } = requireSwing(votes);
      expect(requireSwing(swapped)).toEqual({
        // Adding 0 turns -0 into 0.
        swing: -swing + 0,
        gains: { for: gains.against, against: gains.for },
        conversions: { toFor: conversions.toAgainst, toAgainst: conversions.toFor },
      });
    }
  });

  it("does not change when all votes are counted twice", () => {
    const random = createRandom(7);
    for (let run = 0; run < 100; run++) {
      const votes = tableOf(() => 3 + random(40));
      const doubled = tableOf((before, after) => 2 * votes[before][after]);
      expect(computeSwing(doubled)?.gains).toEqual(computeSwing(votes)?.gains);
    }
  });
});

describe("a viewer counts", () => {
  it.each([
    [2, 2],
    [4, 3],
    [6, 4],
    [10, 6],
    [20, 12],
  ])("in a debate of %i turns after %i turns, which are at least 60 percent", (turns, required) => {
    expect(getRequiredTurns(turns)).toBe(required);
  });
});

describe("the ballot before the debate", () => {
  const RUNNING = {
    status: "active",
    pace: "text",
    hasLaterText: false,
    spokenTurn: null,
  } as const;

  it.each([
    ["open", "before the first turn", { status: "pending" }],
    ["open", "during turn 1", {}],
    ["closed", "once turn 2 has words", { hasLaterText: true }],
    [
      "open",
      "while turn 1 is spoken and pages wait for the voice",
      { hasLaterText: true, pace: "voice", spokenTurn: 1 },
    ],
    ["closed", "when turn 2 is spoken", { hasLaterText: true, pace: "voice", spokenTurn: 2 }],
    ["closed", "if there is no voice", { hasLaterText: true, pace: "voice", spokenTurn: null }],
    [
      "closed",
      "while turn 1 is spoken but pages do not wait for it",
      { hasLaterText: true, spokenTurn: 1 },
    ],
    ["closed", "after the end", { status: "completed" }],
  ] as const)("is %s %s", (state, _when, change) => {
    expect(isBallotOpen({ ...RUNNING, ...change })).toBe(state === "open");
  });
});
