import type { TurnStatus } from "#shared/domain/turn.ts";
import { failedTurn, turnInProgress, turnReached } from "#web/features/debate/stepping/progress.ts";
import { aDebate, aTurn } from "./examples.ts";

/** Two turns are complete, the third one is as told. */
const turnsWith = (status: TurnStatus) => [aTurn(1), aTurn(2), aTurn(3, { status })];

test.each<[TurnStatus, number | undefined]>([
  ["pending", 3],
  ["streaming", 3],
  ["complete", undefined],
  ["failed", undefined],
])("where the last turn is %s, in progress is: %p", (status, turnNumber) => {
  expect(turnInProgress(turnsWith(status))?.turnNumber).toBe(turnNumber);
});

test("a turn has failed if it is the last one and failed", () => {
  expect(failedTurn(turnsWith("failed"))?.turnNumber).toBe(3);
  expect(failedTurn(turnsWith("complete"))).toBeUndefined();
  expect(failedTurn([aTurn(1, { status: "failed" }), aTurn(2)])).toBeUndefined();
  expect(failedTurn([])).toBeUndefined();
});

test("a debate never goes back a turn, whether its own end or that of its turn is heard first", () => {
  const speaking = aTurn(3, { status: "streaming" });
  const heard = [
    [2, [aTurn(1), aTurn(2), speaking]],
    [2, [aTurn(1), aTurn(2), aTurn(3)]],
    [3, [aTurn(1), aTurn(2), aTurn(3)]],
    [3, [aTurn(1), aTurn(2), aTurn(3), aTurn(4, { status: "pending" })]],
  ] as const;
  const reached = heard.map(([currentTurn, turns]) => turnReached(aDebate({ currentTurn }), turns));
  expect(reached).toEqual([3, 3, 3, 4]);
  // Visitors have the first ones alone.
  expect(turnReached(aDebate({ currentTurn: 7 }), [aTurn(4)])).toBe(7);
});
