import { selectLandingDebate, LANDING_TURNS } from "#shared/domain/debates/landing-debate.ts";

const listed = (currentTurn: number, isLive = false) => ({ currentTurn, isLive });
const [held, long, live, short] = [
  listed(LANDING_TURNS),
  listed(20),
  listed(20, true),
  listed(LANDING_TURNS - 1),
];

test.each([
  ["the last that was held", [held, long], long],
  ["one with just as many turns as are played", [held], held],
  ["none that goes on", [held, live], held],
  ["none that has hardly begun", [long, short], long],
  ["nothing where none was held", [live, short], undefined],
  ["nothing of nothing", [], undefined],
])("the landing page plays %s", (_what, debates, played) => {
  expect(selectLandingDebate(debates)).toBe(played);
});
