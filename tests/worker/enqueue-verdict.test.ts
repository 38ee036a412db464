import type { Locked } from "#infra/db/row-locks.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { enqueueVerdict } from "#worker/jobs/common/enqueue-verdict.ts";

it("a completed debate without a judge gets neither final scores nor a verdict", async () => {
  const unjudged = { role: "bot_a", score: null, judging: "none" };
  const query = jest.fn(async () => [unjudged, unjudged]);
  const after = jest.fn();
  const deps = { announce: {} as never, enqueue: async () => undefined, panel: [] };
  await enqueueVerdict(deps, { query } as unknown as Tx, after, { id: 1 } as Locked<{
    id: number;
  }>);
  // The only statement reads the turns.
  expect(query).toHaveBeenCalledTimes(1);
  expect(after).not.toHaveBeenCalled();
});

it("a verdict that is already enqueued is not enqueued again", async () => {
  const judged = { role: "bot_a", score: 7, judging: "complete" };
  // The statement that starts the verdict changes no row.
  const query = jest.fn(async (statement: string) =>
    statement.trimStart().startsWith("SELECT") ? [judged] : [[], 0],
  );
  const after = jest.fn();
  const deps = { announce: {} as never, enqueue: async () => undefined, panel: [] };
  await enqueueVerdict(deps, { query } as unknown as Tx, after, { id: 1 } as Locked<{
    id: number;
  }>);
  expect(query).toHaveBeenCalledTimes(2);
  expect(after).not.toHaveBeenCalled();
});
