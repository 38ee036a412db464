import { openTestBackend, type TestBackend } from "../harness.ts";
import type { Pair } from "./measure.ts";
import type { Row } from "./table.ts";

const close = async ({ database, redis }: TestBackend): Promise<void> => {
  await database.drop();
  await redis?.stop();
};

const requireOwnRedis = ({ ours, bare }: Pair<TestBackend>): void => {
  if (ours.redis && ours.redis.url === bare.redis?.url)
    throw new Error("Ours and bare need a Redis each: unset REDIS_URL for the bench.");
};

/**
 * Measures with a backend for ours and one for the bare baseline. Nothing where there is no Redis,
 * which the setup has told.
 */
export const onBackends = async (
  name: TestBackend["name"],
  measure: (backends: Pair<TestBackend>) => Promise<Row[]>,
): Promise<Row[]> => {
  if (name === "redis" && process.env["TEST_REDIS"] === "none") return [];
  const ours = await openTestBackend(name);
  const bare = await openTestBackend(name);
  try {
    requireOwnRedis({ ours, bare });
    return await measure({ ours, bare });
  } finally {
    await close(ours);
    await close(bare);
  }
};
