import { setTimeout as pause } from "node:timers/promises";
import type { DataSource } from "typeorm";
import type { Readiness } from "#shared/contract/health.ts";
import type { Backend } from "./backend/backend.ts";
import { assertMigrated } from "./db/assert-migrated.ts";
import type { Sql } from "./db/sql.ts";

const READINESS_TIMEOUT_MS = 900;

const respondsInTime = async (check: () => Promise<unknown>): Promise<boolean> => {
  const timeoutAbort = new AbortController();
  try {
    const timeout = pause(READINESS_TIMEOUT_MS, false, { signal: timeoutAbort.signal });
    return await Promise.race([check().then(() => true), timeout]);
  } catch {
    return false; // a check that throws means "not ready"
  } finally {
    timeoutAbort.abort();
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
