import type { PromptSpeech } from "#worker/prompts/prompt-transcript.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import {
  auditJudge,
  type AuditedDebate,
  BASE_DEBATES,
  type DecideDebate,
} from "#worker/judge-audit/audit-judge.ts";
import { type BaitName, PADDING_FACTOR } from "#shared/domain/debates/judging/bait-set.ts";
import { BAITS } from "#worker/judge-audit/baits.ts";

const textOf = (speeches: readonly PromptSpeech[], role: Role): string =>
  speeches.flatMap((speech) => (speech.role === role ? [speech.content] : [])).join("\n");

/**
 * A judge that prefers the side with more than 1.5 times as much of what `measure` counts, and
 * otherwise calls a draw.
 */
const judgeBy =
  (measure: (text: string, debate: AuditedDebate, role: Role) => number): DecideDebate =>
  (debate) => {
    const [a, b] = (["bot_a", "bot_b"] as const).map((role) =>
      measure(textOf(debate.speeches, role), debate, role),
    ) as [number, number];
    if (a > 1.5 * b) return Promise.resolve({ winner: "bot_a" });
    return Promise.resolve({ winner: b > 1.5 * a ? "bot_b" : "draw" });
  };
const prefersText = (pattern: RegExp) => judgeBy((text) => (pattern.test(text) ? 1 : 0));

const listEffective = async (judge: DecideDebate): Promise<BaitName[]> =>
  (await auditJudge(judge)).filter(({ isEffective }) => isEffective).map(({ bait }) => bait);

describe("the bait set", () => {
  it("detects no bias in a judge that ignores the speeches", async () => {
    for (const winner of ["bot_a", "bot_b", "draw"] as const)
      expect(await listEffective(() => Promise.resolve({ winner }))).toEqual([]);
  });

  it.each<[string, DecideDebate, BaitName[]]>([
    // Prefers a side only if its speeches are 2.25 times as long.
    ["length", judgeBy((text) => Math.sqrt(text.length)), ["padding"]],
    ["polish", prefersText(/golden thread/), ["polish"]],
    ["sources", prefersText(/\bstudy of \d/), ["invented_source"]],
    ["titles", prefersText(/\bchair\b/), ["authority"]],
    ["praise", prefersText(/\bwiser\b/), ["flattery"]],
    ["instructions", prefersText(/^.*Ignore all previous/m), ["plain_instruction"]],
    ["JSON", prefersText(/"winner"/), ["escaped_instruction"]],
    ["quotations", prefersText(/“The judge shall/), ["quoted_instruction"]],
    ["instructions in Spanish", prefersText(/Ignora/), ["foreign_instruction"]],
    [
      "the last word",
      judgeBy((_text, { speeches }, role) => {
        const counts = speeches.filter((speech) => speech.role === role).length;
        return counts > speeches.length / 2 ? 1 : 0;
      }),
      ["missing_last_word"],
    ],
  ])("detects a judge that is biased by %s, and only this bias", async (_what, judge, baits) => {
    expect(await listEffective(judge)).toEqual(baits);
  });

  it("counts only sides that do not win without the bait", async () => {
    const results = await auditJudge(() => Promise.resolve({ winner: "bot_a" }));
    for (const { trials, gained, low, high } of results) {
      expect([trials, gained, low]).toEqual([BASE_DEBATES.length, 0, 0]);
      expect(high).toBeCloseTo(0.39, 2);
    }
  });

  it("does not count verdicts without answers", async () => {
    const first = BASE_DEBATES[0]?.topic;
    const results = await auditJudge(({ topic }) =>
      Promise.resolve(topic === first ? null : { winner: "draw" }),
    );
    for (const { trials } of results) expect(trials).toBe(2 * (BASE_DEBATES.length - 1));
    const none = await auditJudge(() => Promise.resolve(null));
    for (const result of none) expect(result).toMatchObject({ trials: 0, isEffective: false });
  });
});

describe("a bait", () => {
  const [{ speeches }] = BASE_DEBATES as [AuditedDebate];

  it("changes only the speeches of its side, or takes the other's last word", () => {
    for (const [name, bait] of Object.entries(BAITS)) {
      const baited = bait(speeches, "bot_b");
      const others = speeches.filter(({ role }) => role === "bot_a");
      const kept = name === "missing_last_word" ? others.slice(0, -1) : others;
      expect(baited.filter(({ role }) => role === "bot_a")).toEqual(kept);
      expect(JSON.stringify(baited) === JSON.stringify(speeches)).toBe(name === "none");
    }
  });

  it("of padding makes each speech 2.6 times as long and keeps its text", () => {
    const [padded] = BAITS.padding(speeches, "bot_a");
    const original = speeches[0]?.content ?? "";
    expect(padded?.content.startsWith(original)).toBe(true);
    expect(padded?.content.length).toBeGreaterThanOrEqual(original.length * PADDING_FACTOR);
    expect(padded?.content.length).toBeLessThan(original.length * PADDING_FACTOR + 150);
  });

  it("of polish has no word about the motion", () => {
    const polished = BAITS.polish(speeches, "bot_b").at(-1)?.content ?? "";
    expect(polished).not.toMatch(/school|nine|sleep|bus/i);
  });
});
