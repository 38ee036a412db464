import { ReasoningStripper } from "#worker/llm/replies/strip-reasoning.ts";

const saidOf = (pieces: readonly string[]): string[] => {
  const thoughts = new ReasoningStripper();
  return [...pieces.map((piece) => thoughts.add(piece)), thoughts.end()];
};

describe("a model's reasoning", () => {
  it.each([
    ["is removed, wherever it is split", ["<th", "ink>We l", "ose.</thi", "nk>", "We"], "||||We|"],
    [
      "is not confused with similar text",
      ["We ", "<", "b>act", " <3</", "b>."],
      "We ||<b>act| <3|</b>.|",
    ],
    ["may lack its start: only its end tag is removed", ["Hm.</thi", "nk>We act."], "Hm.|We act.|"],
    ["may never end", ["<Thinking>Hm.", "Hm."], "||"],
    ["may come between words", ["We <think>Hm.</think>", "act."], "We |act.|"],
    ["is not assumed from an incomplete tag", ["We <th"], "We |<th"],
  ])("%s", (_what, pieces, said) => {
    expect(saidOf(pieces).join("|")).toBe(said);
  });
});
