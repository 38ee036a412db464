import { findFlaggedCategories, canSeeHidden, describeRefusal } from "#shared/domain/moderation.ts";

describe("a text", () => {
  it.each([
    ["that merely speaks of war", { violence: 0.7, "violence/graphic": 0.4 }, []],
    ["that calls for violence", { violence: 0.95 }, ["violence"]],
    ["that insults", { harassment: 0.8 }, ["harassment"]],
    ["about children", { sexual: 0.2, "sexual/minors": 0.2 }, ["sexual/minors"]],
    ["of two categories, by name", { violence: 1, hate: 1 }, ["hate", "violence"]],
    ["of a category that is new", { "new/one": 0.9, another: 0.89 }, ["new/one"]],
    ["in which nothing is found", {}, []],
  ])("%s is flagged for what it is", (_what, scores, flagged) => {
    expect(findFlaggedCategories(scores, "standard")).toEqual(flagged);
    expect(findFlaggedCategories(scores, "oxford")).toEqual(flagged);
  });

  it.each([
    ["may insult", { harassment: 1, violence: 0.95 }, []],
    ["may not threaten", { "harassment/threatening": 0.9 }, ["harassment/threatening"]],
    ["may not call for violence", { violence: 0.97 }, ["violence"]],
    ["may not hate", { hate: 0.6 }, ["hate"]],
    ["may not be about children", { "sexual/minors": 0.15 }, ["sexual/minors"]],
  ])("of a roast %s", (_what, scores, flagged) => {
    expect(findFlaggedCategories(scores, "roast")).toEqual(flagged);
  });
});

describe("a refusal says why in a sentence", () => {
  it.each([
    [["violence", "violence/graphic"], "calls for violence"],
    [["hate/threatening", "illicit"], "spreads hatred and asks for something illegal"],
    [["harassment"], "harasses people"],
    [["self-harm/intent"], "encourages self-harm"],
    [["sexual/minors"], "is sexual"],
    [["new/one"], "may hurt somebody"],
  ])("%p", (categories, why) => {
    expect(describeRefusal(categories)).toBe(
      `This topic is not debated here, because it ${why}. Your credit was given back.`,
    );
  });
});

it.each([
  [null, false],
  [{ id: 1, role: "user" } as const, false],
  [{ id: 1, role: "admin" } as const, true],
  [{ id: 1, role: "superadmin" } as const, true],
])("what is hidden is read by admins alone: %p: %p", (viewer, may) => {
  expect(canSeeHidden(viewer)).toBe(may);
});
