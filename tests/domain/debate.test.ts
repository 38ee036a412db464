import { CreateDebate } from "#shared/contract/debates/debate.ts";
import { cleanTopic, getDebateStatus } from "#shared/domain/debates/debate.ts";
import { computePopularity } from "#shared/domain/debates/audience/popularity.ts";

const issues = (topic: string) =>
  CreateDebate.safeParse({ topic }).error?.issues.map(({ message }) => message) ?? [];

describe("a topic", () => {
  it("loses control characters and outer white space", () => {
    expect(cleanTopic("  Cats\u0000 are\r\n better \u007f ")).toBe("Cats  are  better");
  });

  it("has 5 to 300 characters, where an emoji counts once", () => {
    expect(issues("cats")).toEqual(["Topic must be at least 5 characters"]);
    expect(issues("   cats   ")).toEqual(["Topic must be at least 5 characters"]);
    expect(issues("😀".repeat(300))).toEqual([]);
    for (const seen of ["😀❤️👩‍👧😀😀", "?????", "数が大事だ", "१२३४५"])
      expect(issues(seen)).toEqual([]);
    expect(issues("a".repeat(301))).toEqual(["Topic must be at most 300 characters"]);
  });
});

describe("a topic without visible characters", () => {
  it.each([
    ["joiners", "\u200D"],
    ["variation selectors", "\uFE0F"],
    ["blank Braille patterns", "\u2800"],
    ["null noteheads", "\u{1D159}"],
    ["combining accents", "\u0301"],
  ])("is too short if it consists of %s", (_what, blank) => {
    expect(issues(blank.repeat(5))).toEqual(["Topic must be at least 5 characters"]);
    expect(issues(`${blank} ${blank} ${blank}`)).toEqual(["Topic must be at least 5 characters"]);
    expect(issues(blank.repeat(4) + "a")).toEqual([]);
  });
});

describe("a new debate", () => {
  it("has the product's defaults for omitted fields", () => {
    expect(CreateDebate.parse({ topic: "Cats or dogs?" })).toEqual({
      topic: "Cats or dogs?",
      maxTurns: 6,
      botAStance: "for",
      botBStance: "against",
      format: "standard",
      shareEnabled: true,
      isPublic: true,
      onlyOwnerSteps: false,
    });
  });

  it.each(["botAProvider", "botBProvider"])(
    "is refused if it is blind and contains %s",
    (field) => {
      const { success } = CreateDebate.safeParse({
        topic: "Cats?",
        mystery: true,
        [field]: "grok",
      });
      expect(success).toBe(false);
    },
  );

  it.each([
    ["an odd number of turns", { maxTurns: 5 }],
    ["too many turns", { maxTurns: 22 }],
    ["a bot that argues against first", { botAStance: "against" }],
    ["an unknown speaker", { botAProvider: "eliza" }],
    ["an unknown field", { price: 0 }],
  ])("is refused with %s", (_what, wrong) => {
    expect(CreateDebate.safeParse({ topic: "Cats or dogs?", ...wrong }).success).toBe(false);
  });
});

describe("a debate's status", () => {
  it("depends on the number of its finished turns", () => {
    expect([0, 1, 5, 6].map((finished) => getDebateStatus(finished, 6))).toEqual([
      "pending",
      "active",
      "active",
      "completed",
    ]);
  });
});

describe("popularity", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const debate = { upvotes: 0, downvotes: 0, winnerVotes: 0, createdAt: at(1) };

  it("grows with up and winner votes and falls with down votes", () => {
    const none = computePopularity(debate);
    expect(computePopularity({ ...debate, upvotes: 1 })).toBeGreaterThan(none);
    expect(computePopularity({ ...debate, winnerVotes: 1 })).toBeGreaterThan(none);
    expect(computePopularity({ ...debate, downvotes: 1 })).toBeLessThan(none);
  });

  it("loses in 12.5 hours what ten times the votes gain", () => {
    const later = new Date(debate.createdAt.getTime() + 45_000_000);
    const voted = computePopularity({ ...debate, upvotes: 12, downvotes: 3 });
    expect(voted).toBeCloseTo(computePopularity({ ...debate, createdAt: later }), 6);
    expect(voted - computePopularity(debate)).toBeCloseTo(1, 6);
  });

  it("is higher for ten votes today than for a hundred of last week", () => {
    const old = computePopularity({ ...debate, upvotes: 100 });
    expect(computePopularity({ ...debate, upvotes: 10, createdAt: at(8) })).toBeGreaterThan(old);
  });
});
