import type { TurnStatus } from "#shared/domain/turn.ts";
import { failedTurn, turnInProgress } from "#web/features/debate/stepping/progress.ts";
import { aTurn } from "./examples.ts";

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
