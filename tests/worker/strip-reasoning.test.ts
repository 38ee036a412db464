import { ReasoningStripper } from "#worker/llm/replies/strip-reasoning.ts";

const saidOf = (pieces: readonly string[]): string[] => {
  const thoughts = new ReasoningStripper();
  return [...pieces.map((piece) => thoughts.add(piece)), thoughts.end()];
};

describe("what a model thinks aloud", () => {
  it.each([
    ["is left out, wherever it is cut", ["<th", "ink>We l", "ose.</thi", "nk>", "We"], "||||We|"],
    [
      "is not what only looks like it",
      ["We ", "<", "b>act", " <3</", "b>."],
      "We ||<b>act| <3|</b>.|",
    ],
    ["may have never begun: its end is left out", ["Hm.</thi", "nk>We act."], "Hm.|We act.|"],
    ["may never end", ["<Thinking>Hm.", "Hm."], "||"],
    ["may come between words", ["We <think>Hm.</think>", "act."], "We |act.|"],
    ["might have followed, and did not", ["We <th"], "We |<th"],
  ])("%s", (_what, pieces, said) => {
    expect(saidOf(pieces).join("|")).toBe(said);
  });
});
