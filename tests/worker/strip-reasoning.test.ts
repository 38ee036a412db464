import { ReasoningStripper, ShownReasoningError } from "#worker/llm/replies/strip-reasoning.ts";

const returnedPieces = (pieces: readonly string[]): string[] => {
  const stripper = new ReasoningStripper();
  return [...pieces.map((piece) => stripper.add(piece)), stripper.end()];
};
const readAtEnd = (pieces: readonly string[]): string => {
  const stripper = new ReasoningStripper({ waitsForEnd: true });
  return [...pieces.map((piece) => stripper.add(piece)), stripper.end()].join("");
};

describe("a model's reasoning", () => {
  it.each([
    ["is removed, wherever it is split", ["<th", "ink>We l", "ose.</thi", "nk>", "We"], "||||We|"],
    [
      "is not confused with similar text",
      ["We ", "<", "b>act", " <3</", "b>."],
      "We ||<b>act| <3|</b>.|",
    ],
    ["may lack its start in the chunk of its end", ["Hm.</think>We act."], "We act.|"],
    [
      "may lack its start after blank text",
      ["<answer>", "\n", "Hm.</think>We act."],
      "|\n|We act.|",
    ],
    ["may never end", ["<Thinking>Hm.", "Hm."], "||"],
    ["may come between words", ["We <think>Hm.</think>", "act."], "We |act.|"],
    ["is not assumed from an incomplete tag", ["We <th"], "We |<th"],
    ["may never end after the name of its channel", ["analysis", "Hm.assistant", "fin"], "|||"],
    [
      "is removed after white space, which is returned at once",
      ["\n", "analysisHm.assistantfinal", "We act."],
      "\n||We act.|",
    ],
    ["is not assumed from an incomplete name of a channel", [" ", "analysis"], " ||analysis"],
    [
      "is not assumed from similar words",
      ["analysis ", "of assistantfinal"],
      "analysis |of assistantfinal|",
    ],
  ])("%s", (_what, pieces, returned) => {
    expect(returnedPieces(pieces).join("|")).toBe(returned);
  });

  const WITH_START = [
    "<think>Hm.</think>We act.",
    "<thinking>Hm, <b>no</b>.</thinking>We act.",
    "<thought>Hm.</thought>We act.",
    "<reasoning>Hm. <think></reasoning>We act.",
    "[THINK]Hm [no].[/THINK]We act.",
    "<seed:think>Hm.</seed:think>We act.",
    "<longcat_think>Hm.</longcat_think>We act.",
    "◁think▷Hm.◁/think▷We act.",
    "<|begin_of_thought|>Hm.<|end_of_thought|><|begin_of_solution|>We act.<|end_of_solution|>",
    "<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>We act.<|END_RESPONSE|>",
    "<think>Hm.</think><answer>We act.</answer>",
    "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>We act.",
    "<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary to=x<|message|>No.<|call|><|start|>assistant<|channel|>final <|constrain|>json<|message|>We act.<|return|>",
    "<|start|>assistant<|message|>We act.<|end|>",
    "analysisHm, assistant.assistantfinalWe act.",
    'analysis"Hm" it is.assistantcommentaryNo.assistantfinalWe act.',
    "analysisHm.assistantfinal<think>Hm.</think>We act.",
    "We act.<|im_end|>",
  ];
  const WITHOUT_START = [
    "Hm, the user wants a speech.\n</think>We act.",
    "Hm.[/THINK]We act.",
    "Hm.◁/think▷We act.",
    "Hm.<|end|><|start|>assistant<|channel|>final<|message|>We act.",
    "Hm.</think>We </think>act.",
  ];
  const splits = (reply: string): string[][] => [
    [...reply],
    ...[...reply].map((_character, at) => [reply.slice(0, at), reply.slice(at)]),
  ];

  it.each(WITH_START)("is removed, split at any character: %s", (reply) => {
    for (const pieces of splits(reply)) {
      expect(returnedPieces(pieces).join("")).toBe("We act.");
      expect(readAtEnd(pieces)).toBe("We act.");
    }
  });

  it.each(WITHOUT_START)("without a start is removed, if nobody reads live: %s", (reply) => {
    for (const pieces of splits(reply)) expect(readAtEnd(pieces)).toBe("We act.");
  });

  it.each(WITHOUT_START)("without a start is an error once it was shown: %s", (reply) => {
    expect(() => returnedPieces([...reply])).toThrow(ShownReasoningError);
  });

  it("delays only text that may be the beginning of a mark", () => {
    const stripper = new ReasoningStripper({ waitsForEnd: true });
    expect(stripper.add("Hm.")).toBe("");
    expect(stripper.add("</think>We ")).toBe("We ");
    expect(stripper.add("act.")).toBe("act.");
  });

  it("has no header of more than 200 characters", () => {
    expect(returnedPieces([`<|start|>${"x".repeat(201)}`, "We act."]).join("")).toBe("We act.");
  });
});
