import path from "node:path";
import { Piscina } from "piscina";
import type { LeaderboardSnapshot } from "#shared/contract/leaderboard.ts";
import type { FinishedDebate } from "#shared/domain/leaderboard/finished-debate.ts";

/** The computation is aborted after this time. For 100,000 debates it takes a few seconds. */
const TIMEOUT_MS = 60_000;
/** The memory limits of containers in `docker-compose.yml` and `infra/deploy` depend on this. */
export const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 };

/**
 * Computes the snapshot in a thread of its own, so that the worker's event loop stays free. The
 * thread ends with the computation, or when `signal` aborts.
 */
export const rankInThread = async (
  debates: readonly FinishedDebate[],
  signal: AbortSignal,
): Promise<LeaderboardSnapshot> => {
  const pool = new Piscina<readonly FinishedDebate[], LeaderboardSnapshot>({
    filename: path.resolve("dist", "ranking-thread.js"),
    maxThreads: 1,
    resourceLimits: RESOURCE_LIMITS,
  });
  try {
    return await pool.run(debates, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } finally {
    await pool.destroy();
  }
};
