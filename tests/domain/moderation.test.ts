import { findFlaggedCategories, canSeeHidden, describeRefusal } from "#shared/domain/moderation.ts";

describe("the flagged categories of a text", () => {
  it.each([
    ["are none for violence below the threshold", { violence: 0.7, "violence/graphic": 0.4 }, []],
    ["include violence", { violence: 0.95 }, ["violence"]],
    ["include harassment", { harassment: 0.8 }, ["harassment"]],
    [
      "include sexual content about children at a low score",
      { sexual: 0.2, "sexual/minors": 0.2 },
      ["sexual/minors"],
    ],
    ["are sorted by name", { violence: 1, hate: 1 }, ["hate", "violence"]],
    ["include an unknown category from 0.9", { "new/one": 0.9, another: 0.89 }, ["new/one"]],
    ["are none without scores", {}, []],
  ])("%s", (_what, scores, flagged) => {
    expect(findFlaggedCategories(scores, "standard")).toEqual(flagged);
    expect(findFlaggedCategories(scores, "oxford")).toEqual(flagged);
  });

  it.each([
    ["do not include insults", { harassment: 1, violence: 0.95 }, []],
    ["include threats", { "harassment/threatening": 0.9 }, ["harassment/threatening"]],
    ["include calls for violence", { violence: 0.97 }, ["violence"]],
    ["include hatred", { hate: 0.6 }, ["hate"]],
    ["include sexual content about children", { "sexual/minors": 0.15 }, ["sexual/minors"]],
  ])("in a roast %s", (_what, scores, flagged) => {
    expect(findFlaggedCategories(scores, "roast")).toEqual(flagged);
  });
});

describe("the sentence of a refusal", () => {
  it.each([
    [["violence", "violence/graphic"], "calls for violence"],
    [["hate/threatening", "illicit"], "spreads hatred and asks for something illegal"],
    [["harassment"], "harasses people"],
    [["self-harm/intent"], "encourages self-harm"],
    [["sexual/minors"], "is sexual"],
    [["new/one"], "may hurt someone"],
  ])("states the reason for %p: %s", (categories, why) => {
    expect(describeRefusal(categories)).toBe(
      `We don’t host this topic because it ${why}. Your credit is back.`,
    );
  });
});

it.each([
  [null, false],
  [{ id: 1, role: "user" } as const, false],
  [{ id: 1, role: "admin" } as const, true],
  [{ id: 1, role: "superadmin" } as const, true],
])("the viewer %p can see hidden content: %p", (viewer, may) => {
  expect(canSeeHidden(viewer)).toBe(may);
});
