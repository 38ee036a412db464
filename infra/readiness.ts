import { setTimeout as pause } from "node:timers/promises";
import type { DataSource } from "typeorm";
import type { Readiness } from "#shared/contract/health.ts";
import type { Backend } from "./backend/backend.ts";
import { assertMigrated } from "./db/assert-migrated.ts";
import type { Sql } from "./db/sql.ts";

const READINESS_TIMEOUT_MS = 900;

const respondsInTime = async (ask: () => Promise<unknown>): Promise<boolean> => {
  const enough = new AbortController();
  try {
    const late = pause(READINESS_TIMEOUT_MS, false, { signal: enough.signal });
    return await Promise.race([ask().then(() => true), late]);
  } catch {
    return false; // a failed check is the result
  } finally {
    enough.abort();
  }
};

/**
 * Checks within a second whether the database is reachable and migrated and the queue is reachable.
 */
export const checkReadiness = async (
  { db, sql }: { db: DataSource; sql: Sql },
  backend: Pick<Backend, "ping">,
): Promise<Readiness> => {
  const [database, queue] = await Promise.all([
    respondsInTime(() => assertMigrated(db, sql)),
    respondsInTime(() => backend.ping()),
  ]);
  return { ready: database && queue, database, queue };
};
