import { openTestBackend, type TestBackend } from "#tests/harness.ts";
import type { OursAndBare } from "./measure.ts";
import type { BenchRow } from "./table.ts";

/** Measures on a backend of its own. Nothing where there is no Redis, which the setup has told. */
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

/** The same with one backend for ours and one for bare, where both would hear of each other. */
export const runOnTwoBackends = (
  name: TestBackend["name"],
  measure: (backends: OursAndBare<TestBackend>) => Promise<BenchRow[]>,
): Promise<BenchRow[]> =>
  runOnBackend(name, (ours) => runOnBackend(name, (bare) => measure({ ours, bare })));
