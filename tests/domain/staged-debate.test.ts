import { selectLandingDebate, LANDING_TURNS } from "#shared/domain/debates/landing-debate.ts";

const listed = (currentTurn: number, isLive = false) => ({ currentTurn, isLive });
const [finished, long, live, short] = [
  listed(LANDING_TURNS),
  listed(20),
  listed(20, true),
  listed(LANDING_TURNS - 1),
];

test.each([
  ["the last debate of the list that is long enough and not live", [finished, long], long],
  ["a debate with exactly as many turns as it plays", [finished], finished],
  ["no debate that is live", [finished, live], finished],
  ["no debate with too few turns", [long, short], long],
  ["nothing if all debates are live or too short", [live, short], undefined],
  ["nothing without debates", [], undefined],
])("the landing page plays %s", (_what, debates, played) => {
  expect(selectLandingDebate(debates)).toBe(played);
});
