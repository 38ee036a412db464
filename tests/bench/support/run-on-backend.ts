import { openTestBackend, type TestBackend } from "#tests/harness.ts";
import type { OursAndBare } from "./measure.ts";
import type { BenchRow } from "./table.ts";

/** Measures on a new backend. Returns no rows if Redis is missing, which the setup reports. */
export const runOnBackend = async (
  name: TestBackend["name"],
  measure: (backend: TestBackend) => Promise<BenchRow[]>,
): Promise<BenchRow[]> => {
  if (name === "redis" && process.env["TEST_REDIS"] === "none") return [];
  const backend = await openTestBackend(name);
  try {
    return await measure(backend);
  } finally {
    await backend.database.drop();
    await backend.redis?.stop();
  }
};

/**
 * Measures product and baseline on two backends. On a single one, each would receive the other's
 * events.
 */
export const runOnTwoBackends = (
  name: TestBackend["name"],
  measure: (backends: OursAndBare<TestBackend>) => Promise<BenchRow[]>,
): Promise<BenchRow[]> =>
  runOnBackend(name, (ours) => runOnBackend(name, (bare) => measure({ ours, bare })));
