import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import {
  findFailedTurn,
  findTurnInProgress,
  getReachedTurnNumber,
} from "#web/features/debate/stepping/turn-progress.ts";
import { buildDebate, buildTurn } from "./fixtures.ts";

/** Two finished turns and a third one with the given status. */
const buildTurnsWith = (status: TurnStatus) => [
  buildTurn(1),
  buildTurn(2),
  buildTurn(3, { status }),
];

test.each<[TurnStatus, number | undefined]>([
  ["pending", 3],
  ["streaming", 3],
  ["complete", undefined],
  ["failed", undefined],
])("the turn in progress, when the last turn is %s, is %p", (status, turnNumber) => {
  expect(findTurnInProgress(buildTurnsWith(status))?.turnNumber).toBe(turnNumber);
});

test("a turn counts as failed if it is the last one and failed", () => {
  expect(findFailedTurn(buildTurnsWith("failed"))?.turnNumber).toBe(3);
  expect(findFailedTurn(buildTurnsWith("complete"))).toBeUndefined();
  expect(findFailedTurn([buildTurn(1, { status: "failed" }), buildTurn(2)])).toBeUndefined();
  expect(findFailedTurn([])).toBeUndefined();
});

test("the reached turn never decreases, whichever event arrives first", () => {
  const speaking = buildTurn(3, { status: "streaming" });
  const states = [
    [2, [buildTurn(1), buildTurn(2), speaking]],
    [2, [buildTurn(1), buildTurn(2), buildTurn(3)]],
    [3, [buildTurn(1), buildTurn(2), buildTurn(3)]],
    [3, [buildTurn(1), buildTurn(2), buildTurn(3), buildTurn(4, { status: "pending" })]],
  ] as const;
  const reached = states.map(([currentTurn, turns]) =>
    getReachedTurnNumber(buildDebate({ currentTurn }), turns),
  );
  expect(reached).toEqual([3, 3, 3, 4]);
  // Visitors receive only the first turns, so the debate's number counts.
  expect(getReachedTurnNumber(buildDebate({ currentTurn: 7 }), [buildTurn(4)])).toBe(7);
});
