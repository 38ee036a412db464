import { scheduleNextRun } from "#infra/db/jobs/job-lease.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import type { WorkerContext } from "#worker/context.ts";
import { countUnjudged } from "./count-unjudged.ts";
import { rankInThread } from "./rank-in-thread.ts";
import { readFinishedDebates } from "./read-finished-debates.ts";

const INTERVAL_MS = 3_600_000;

/** Computes the leaderboard and the report on the judges. Only one worker runs this, once an hour. */
export const rankModels =
  ({ db, sql, runner }: WorkerContext): JobHandler<"rank-models"> =>
  ({ leaderboardId }) =>
    runner.run({
      job: "rank-models",
      id: leaderboardId,
      async run(lease) {
        const debates = await readFinishedDebates(db, lease.signal);
        const withoutVerdict = await countUnjudged(db);
        const snapshot = await rankInThread(debates, lease.signal);
        await scheduleNextRun(sql, lease, INTERVAL_MS, {
          set: "snapshot = $1::jsonb, computed_at = now()",
          values: [JSON.stringify({ ...snapshot, withoutVerdict })],
        });
      },
    });
