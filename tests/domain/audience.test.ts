import {
  computeAudienceShare,
  describeAudience,
  findTopSentence,
} from "#shared/domain/debates/audience/audience.ts";
import { getReactionRefusal } from "#shared/domain/debates/audience/reaction-refusal.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import { splitCaptions, splitSpeech } from "#shared/domain/text/captions.ts";
import { findSentenceOfCaption } from "#shared/domain/text/find-sentence-of-caption.ts";

const turns = (...reactions: number[]) =>
  reactions.map((each, index) => ({
    role: index % 2 === 0 ? ("bot_a" as const) : ("bot_b" as const),
    reactions: each,
  }));

describe("the audience's preference", () => {
  it.each([
    ["without turns", [], null],
    ["after For's first turn, which has no counterpart yet", [5], null],
    ["without reactions", [0, 0], null],
    ["as For's share of all reactions", [3, 1], 0.75],
    ["without For's last turn, until Against has answered it", [3, 1, 100], 0.75],
    ["after the answer", [3, 1, 1, 3], 0.5],
  ])("is computed %s", (_when, reactions, share) => {
    expect(computeAudienceShare(turns(...reactions))).toBe(share);
  });

  it.each([
    [null, "Audience: not enough good points yet"],
    [0.5, "Audience: level"],
    [0.75, "Audience: For, 75% of the good points"],
    [1 / 3, "Audience: Against, 67% of the good points"],
  ])("of %s is described in words", (share, words) => {
    expect(describeAudience(share)).toBe(words);
  });
});

describe("the marked sentence of a turn", () => {
  it("has the most reactions, and at least two", () => {
    expect(findTopSentence([])).toBeNull();
    expect(findTopSentence([{ sentence: 0, count: 1 }])).toBeNull();
    const sentences = [1, 4, 4, 3].map((count, sentence) => ({ sentence, count }));
    expect(findTopSentence(sentences)).toEqual({ sentence: 1, count: 4 });
  });
});

describe("a reaction is refused", () => {
  it.each([
    ["never to a sentence of the text so far", "streaming", false, 1, null],
    ["never to a sentence of a finished turn", "complete", false, 1, null],
    ["to a sentence that is still to come", "streaming", false, 2, "not_spoken"],
    ["before the first word", "pending", false, 2, "not_spoken"],
    ["after the last sentence", "complete", false, 2, "no_such_sentence"],
    ["to a failed turn", "failed", false, 0, "not_spoken"],
    ["to a hidden turn", "complete", true, 0, "hidden"],
  ] as const)("%s", (_when, status: TurnStatus, isHidden, sentence, refusal) => {
    expect(getReactionRefusal({ status, isHidden, sentences: 2 }, sentence)).toBe(refusal);
  });
});

describe("the sentence of a caption", () => {
  const long = `${"This clause is quite long, ".repeat(6)}and it ends here.`;
  const content = `A **first** sentence is here. ${long}\n\nThe last sentence is here.`;

  it("is the one that the caption is a part of", () => {
    const captions = splitCaptions(content);
    expect(captions.length).toBeGreaterThan(3);
    const sentences = captions.map((_caption, index) => findSentenceOfCaption(content, index));
    expect(sentences).toEqual([0, ...captions.slice(2).map(() => 1), 2]);
    expect(findSentenceOfCaption(content, captions.length)).toBe(-1);
  });

  it("keeps its index while the speech grows", () => {
    const whole = splitSpeech(content);
    for (let length = 1; length <= content.length; length++) {
      const sentences = splitSpeech(content.slice(0, length));
      expect(sentences.length).toBeLessThanOrEqual(whole.length);
      for (const [index, sentence] of sentences.slice(0, -1).entries())
        expect(whole[index]).toBe(sentence);
    }
  });
});
