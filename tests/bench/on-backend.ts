import { openTestBackend, type TestBackend } from "../harness.ts";
import type { Pair } from "./measure.ts";
import type { Row } from "./table.ts";

/** Measures on a backend of its own. Nothing where there is no Redis, which the setup has told. */
export const onBackend = async (
  name: TestBackend["name"],
  measure: (backend: TestBackend) => Promise<Row[]>,
): Promise<Row[]> => {
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
export const onTwoBackends = (
  name: TestBackend["name"],
  measure: (backends: Pair<TestBackend>) => Promise<Row[]>,
): Promise<Row[]> => onBackend(name, (ours) => onBackend(name, (bare) => measure({ ours, bare })));
