import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import {
  describeFormats,
  describeJudges,
  describePanels,
  describeTopics,
} from "#shared/domain/leaderboard/describe-judges.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { rankSpeakers } from "#shared/domain/leaderboard/rank-speakers.ts";

type Verdict = NonNullable<FinishedDebate["verdict"]>;

const verdict = (winner: Verdict["winner"], rest: Partial<Verdict> = {}): Verdict => ({
  provider: "claude",
  model: "claude-x",
  isDemo: false,
  isOfSeason: true,
  winner,
  wavered: false,
  scoresWinner: null,
  ...rest,
});

const debate = (fields: Partial<FinishedDebate> = {}): FinishedDebate => ({
  id: 1,
  topic: "Cats are better than dogs",
  format: "standard",
  isDemo: false,
  speakers: null,
  votes: 0,
  forVotes: 0,
  verdict: null,
  ...fields,
});

const speaker = (model: string | null, price: number | null = null, length = 100) => ({
  provider: "openai" as Provider,
  model,
  length,
  price,
});

/** Six blind debates of two models; each model argues For three times. */
const meet = (one: ReturnType<typeof speaker>, other: ReturnType<typeof speaker>, won = 2) =>
  Array.from({ length: 6 }, (_debate, n) => {
    const isFor = n % 2 === 0;
    return debate({
      speakers: isFor ? { for: one, against: other } : { for: other, against: one },
      votes: 3,
      forVotes: isFor ? won : 3 - won,
    });
  });

describe("the ranking of speakers", () => {
  test("counts debates, votes and the debates that the majority decided", () => {
    const { ratings } = rankSpeakers(meet(speaker("a"), speaker("b")), false);
    expect(ratings).toMatchObject([
      { provider: "openai", model: "a", debates: 6, votes: 18, wins: 6 },
      { provider: "openai", model: "b", debates: 6, votes: 18, wins: 0 },
    ]);
  });

  test("counts a debate with as many votes for each side as half a win for each", () => {
    const { ratings } = rankSpeakers(meet(speaker("a"), speaker("b"), 1.5), false);
    expect(ratings.map(({ wins }) => wins)).toEqual([3, 3]);
  });

  test("gives the dollars per win, and none if there is no win or a price is unknown", () => {
    const priced = rankSpeakers(meet(speaker("a", 30_000), speaker("b", 10_000)), false);
    expect(priced.ratings.map(({ dollarsPerWin }) => dollarsPerWin)).toEqual([0.03, null]);
    const [first, ...rest] = meet(speaker("a", 30_000), speaker("b", 10_000));
    const unpriced = { ...first!, speakers: { for: speaker("a"), against: speaker("b") } };
    const { ratings } = rankSpeakers([unpriced, ...rest], false);
    expect(ratings.map(({ dollarsPerWin }) => dollarsPerWin)).toEqual([null, null]);
  });

  test("counts only debates between rated models, also for the dollars per win", () => {
    const [a, b] = [speaker("a", 10_000), speaker("b", 10_000)];
    const { debates, ratings } = rankSpeakers(
      [...meet(a, b), ...meet(speaker("unbeaten", null), a, 3)],
      false,
    );
    expect(debates).toBe(6);
    expect(ratings[0]).toMatchObject({ model: "a", debates: 6, votes: 18, wins: 6 });
    expect(ratings[0]!.dollarsPerWin).toBeCloseTo(0.01);
  });

  test("keeps models of demo mode apart, and leaves out debates of both kinds", () => {
    const demo = { ...speaker("simulated"), provider: "grok" as Provider };
    const debates = [
      ...meet(speaker("a"), speaker("b")),
      ...meet(speaker("simulated"), demo),
      ...meet(speaker("a"), demo),
    ];
    expect(rankSpeakers(debates, false)).toMatchObject({ debates: 6, unranked: [] });
    expect(rankSpeakers(debates, true)).toMatchObject({ debates: 6, unranked: [] });
  });

  test.each([
    ["whose model is unknown", meet(speaker("a"), speaker(null))],
    ["without text", meet(speaker("a"), speaker("b", null, 0))],
    [
      "without votes",
      meet(speaker("a"), speaker("b")).map((each) => Object.assign(each, { votes: 0 })),
    ],
    [
      "that are not blind",
      meet(speaker("a"), speaker("b")).map((each) => Object.assign(each, { speakers: null })),
    ],
  ])("leaves out debates %s", (_what, debates) => {
    expect(rankSpeakers(debates, false)).toMatchObject({ ratings: [], unranked: [], debates: 0 });
  });

  test("names models without a rating, with their debates and the reason", () => {
    const { unranked } = rankSpeakers(meet(speaker("a"), speaker("b")).slice(0, 2), false);
    expect(unranked).toEqual([
      { provider: "openai", model: "a", reason: "few_debates", debates: 2 },
      { provider: "openai", model: "b", reason: "few_debates", debates: 2 },
    ]);
  });
});

describe("the report on judges", () => {
  test("counts verdicts, draws and wavering, and the share of For without draws", () => {
    const [judge] = describeJudges([
      debate({ verdict: verdict("bot_a") }),
      debate({ verdict: verdict("bot_a") }),
      debate({ verdict: verdict("bot_b") }),
      debate({ verdict: verdict("draw", { wavered: true }) }),
      debate(),
    ]);
    expect(judge).toMatchObject({
      provider: "claude",
      model: "claude-x",
      isDemo: false,
      verdicts: 4,
      draws: 1,
      forWins: { count: 2, total: 3 },
      wavered: { count: 1, total: 4 },
      audienceAgreement: null,
    });
  });

  test("compares verdicts with the majority of the votes, if both have a winner", () => {
    const [judge] = describeJudges([
      debate({ verdict: verdict("bot_a"), votes: 3, forVotes: 2 }),
      debate({ verdict: verdict("bot_a"), votes: 3, forVotes: 1 }),
      debate({ verdict: verdict("bot_b"), votes: 3, forVotes: 1 }),
      debate({ verdict: verdict("bot_b"), votes: 2, forVotes: 1 }),
      debate({ verdict: verdict("draw"), votes: 3, forVotes: 1 }),
    ]);
    expect(judge!.audienceAgreement).toMatchObject({ count: 2, total: 3 });
  });

  test("gives the agreement by chance and the median of the votes for the same debates", () => {
    const [judge] = describeJudges([
      ...[3, 5, 9].map((votes) => debate({ verdict: verdict("bot_a"), votes, forVotes: votes })),
      debate({ verdict: verdict("bot_b"), votes: 8, forVotes: 8 }),
      debate({ verdict: verdict("bot_b"), votes: 100, forVotes: 50 }),
    ]);
    expect(judge).toMatchObject({ audienceAgreement: { count: 3, total: 4 }, medianVotes: 6.5 });
    expect(judge!.chanceAgreement).toBeCloseTo(0.75);
    const [mixed] = describeJudges([
      debate({ verdict: verdict("bot_a"), votes: 1, forVotes: 1 }),
      debate({ verdict: verdict("bot_b"), votes: 3, forVotes: 0 }),
      debate({ verdict: verdict("bot_b"), votes: 7, forVotes: 0 }),
    ]);
    expect(mixed).toMatchObject({ audienceAgreement: { count: 3, total: 3 }, medianVotes: 3 });
    expect(mixed!.chanceAgreement).toBeCloseTo(5 / 9);
  });

  test("counts verdicts that name another side than the scores, if both name one", () => {
    const [judge] = describeJudges([
      debate({ verdict: verdict("bot_a", { scoresWinner: "bot_a" }) }),
      debate({ verdict: verdict("bot_a", { scoresWinner: "bot_b" }) }),
      debate({ verdict: verdict("bot_a", { scoresWinner: "draw" }) }),
      debate({ verdict: verdict("bot_a") }),
      debate({ verdict: verdict("draw", { scoresWinner: "bot_b" }) }),
    ]);
    expect(judge!.againstScores).toMatchObject({ count: 1, total: 2 });
  });

  test("counts only verdicts under the present rules, and formats count all", () => {
    const debates = [
      debate({ verdict: verdict("bot_a", { isOfSeason: false }) }),
      debate({ verdict: verdict("bot_b") }),
    ];
    expect(describeJudges(debates)).toMatchObject([{ verdicts: 1, forWins: { count: 0 } }]);
    const [standard] = describeFormats(debates);
    expect(standard).toMatchObject({ judges: { count: 1, total: 2 } });
  });

  test("describes verdicts of a panel apart, and those of demo mode apart from these", () => {
    const ofPanel = { provider: "panel", model: null } as const;
    const debates = [
      debate({ verdict: verdict("bot_a", ofPanel) }),
      debate({ verdict: verdict("bot_a", { ...ofPanel, isOfSeason: false }) }),
      debate({ verdict: verdict("draw", { ...ofPanel, isDemo: true, wavered: true }) }),
      debate({ verdict: verdict("bot_b") }),
    ];
    expect(describePanels(debates)).toMatchObject([
      { isDemo: false, verdicts: 1, forWins: { count: 1 }, wavered: { count: 0 } },
      { isDemo: true, verdicts: 1, forWins: null, wavered: { count: 1 } },
    ]);
    expect(describeJudges(debates)).toMatchObject([{ provider: "claude", verdicts: 1 }]);
    const [standard] = describeFormats(debates);
    expect(standard).toMatchObject({ debates: 4, judges: { count: 2, total: 3 } });
  });

  test("separates models of one provider and marks those of demo mode", () => {
    const judges = describeJudges([
      debate({ verdict: verdict("bot_a", { model: "simulated", isDemo: true }) }),
      debate({ verdict: verdict("bot_a") }),
      debate({ verdict: verdict("bot_a") }),
    ]);
    expect(judges.map(({ model, isDemo, verdicts }) => ({ model, isDemo, verdicts }))).toEqual([
      { model: "claude-x", isDemo: false, verdicts: 2 },
      { model: "simulated", isDemo: true, verdicts: 1 },
    ]);
  });
});

describe("on a site where only some providers are of demo mode", () => {
  const ofDemo = verdict("bot_a", { model: "simulated", isDemo: true });

  test("a verdict on speeches of demo mode does not count for a real judge", () => {
    const judges = describeJudges([
      debate({ verdict: verdict("bot_a") }),
      debate({ verdict: verdict("bot_b"), isDemo: true }),
    ]);
    expect(judges.map(({ model, isDemo, verdicts }) => ({ model, isDemo, verdicts }))).toEqual([
      { model: "claude-x", isDemo: false, verdicts: 1 },
      { model: "claude-x", isDemo: true, verdicts: 1 },
    ]);
  });

  test("a verdict of demo mode on real speeches does not count for formats and topics", () => {
    const { formats, topics } = computeSnapshot(
      [1, 2, 3].map((id) => debate({ id, verdict: ofDemo, votes: 1, forVotes: 1 })),
    );
    const figures = { debates: 3, audience: { total: 3 }, judges: null };
    expect(formats[0]).toMatchObject(figures);
    expect(topics).toMatchObject([figures]);
  });
});

describe("the sides that win", () => {
  test("are not counted in debates of demo mode", () => {
    const debates = [1, 2, 3].map((id) => debate({ id, isDemo: true, votes: 1, forVotes: 1 }));
    const { formats, topics } = computeSnapshot(debates);
    expect(formats[0]).toMatchObject({ format: "standard", debates: 0 });
    expect(topics).toEqual([]);
  });

  test("are counted by format, by votes and by verdicts", () => {
    const formats = describeFormats([
      debate({ votes: 3, forVotes: 2, verdict: verdict("bot_b") }),
      debate({ votes: 2, forVotes: 1 }),
      debate({ format: "roast" }),
    ]);
    expect(formats).toMatchObject([
      {
        format: "standard",
        debates: 2,
        audience: { count: 1.5, total: 2 },
        judges: { count: 0, total: 1 },
      },
      { format: "oxford", debates: 0, audience: null, judges: null },
      { format: "lincoln_douglas", debates: 0 },
      { format: "roast", debates: 1, audience: null, judges: null },
    ]);
  });

  test("are counted for topics that were debated three times, in any capitals", () => {
    const topics = ["Tea or coffee", "tea or coffee", " TEA OR COFFEE", "Only once"];
    const debates = topics.map((topic, n) => debate({ id: n + 1, topic, votes: 1, forVotes: 1 }));
    expect(describeTopics(debates)).toMatchObject([
      { debateId: 3, debates: 3, audience: { count: 3, total: 3 } },
    ]);
  });

  test("are listed for the twenty topics with the most debates", () => {
    const debates = Array.from({ length: 25 }, (_topic, n) =>
      Array.from({ length: 3 + n }, () => debate({ id: n + 1, topic: `Topic ${n}` })),
    ).flat();
    const listed = describeTopics(debates);
    expect(listed).toHaveLength(20);
    expect(listed[0]).toMatchObject({ debateId: 25, debates: 27 });
  });
});
