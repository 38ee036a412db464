import {
  findReplayStart,
  MIN_LANDING_TURNS,
  selectLandingDebateId,
} from "#shared/domain/debates/landing-debate.ts";

const finished = { id: 1, currentTurn: MIN_LANDING_TURNS, isLive: false };
const popular = { id: 2, currentTurn: 10, isLive: false };
const short = { id: 3, currentTurn: MIN_LANDING_TURNS - 1, isLive: false };
const listedLive = { id: 4, currentTurn: 10, isLive: true };
const live = { id: 4, status: "active" as const, turnNumber: 2, words: {} };
const silent = { ...live, id: 5, turnNumber: 0, words: null };
const past = { ...live, id: 6, turnNumber: 5, words: null };
const onAir = { ...live, id: 7, status: "completed" as const };

test.each([
  ["the live debate", [live], [popular], undefined, 4],
  ["a live debate whose words visitors may read before others", [past, live], [], undefined, 4],
  ["a live debate that is past the turns of visitors", [silent, past], [popular], undefined, 6],
  ["no live debate before its first words", [silent], [popular], undefined, 2],
  ["no completed debate that is still heard as a live one", [onAir], [popular], undefined, 2],
  ["the most popular debate that is long enough", [], [short, finished, popular], undefined, 1],
  ["no listed debate that is live", [], [listedLive, finished], undefined, 1],
  ["the shown debate as long as it is live", [live, past], [popular], 6, 6],
  ["the shown debate after its end", [], [popular], 4, 4],
  ["a live debate instead of a finished one that is shown", [live], [popular], 2, 4],
  ["nothing if no debate is long enough", [], [short], undefined, undefined],
])("the landing page shows %s", (_what, running, listed, shownId, expected) => {
  expect(selectLandingDebateId({ live: running, popular: listed, shownId })).toBe(expected);
});

test.each([
  ["the first rebuttal", ["opening", "opening", "rebuttal", "rebuttal"], 2],
  ["the first turn without one", ["opening", "closing"], 0],
] as const)("a replay starts at %s", (_what, types, expected) => {
  const turns = types.map((type) => ({ type }));
  expect(findReplayStart(turns)).toBe(turns[expected]);
  expect(findReplayStart([])).toBeUndefined();
});
