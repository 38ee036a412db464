import { buildWatchQuery, parseWatchParameter } from "#shared/domain/debates/sharing/watch-link.ts";

test.each([
  ["1", 1],
  ["20", 20],
  ["0", 1],
  ["-1", 1],
  ["1.5", 1],
  ["100", 1],
  ["one", 1],
  ["", 1],
  [null, 1],
])("the parameter %p of a link to the scene is turn %p", (value, turnNumber) =>
  expect(parseWatchParameter(value)).toBe(turnNumber),
);

test("a link to the scene names its first turn", () => expect(buildWatchQuery(3)).toBe("?watch=3"));
