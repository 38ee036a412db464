import type { LeaderboardSnapshot } from "#shared/contract/leaderboard.ts";
import { computeSnapshot } from "#shared/domain/leaderboard/compute-snapshot.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";

/** Runs in a worker thread. */
export default (debates: readonly FinishedDebate[]): LeaderboardSnapshot =>
  computeSnapshot(debates);
