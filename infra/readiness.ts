import { setTimeout as pause } from "node:timers/promises";
import type { DataSource } from "typeorm";
import type { Readiness } from "#shared/contract/health.ts";
import type { Backend } from "./backend/backend.ts";
import { requireMigrated } from "./db/require-migrated.ts";
import type { Sql } from "./db/sql.ts";

/** An answer that comes later than this is none. */
const PATIENCE_MS = 900;

const answers = async (ask: () => Promise<unknown>): Promise<boolean> => {
  const enough = new AbortController();
  try {
    const late = pause(PATIENCE_MS, false, { signal: enough.signal });
    return await Promise.race([ask().then(() => true), late]);
  } catch {
    return false; // not answering is what was asked about
  } finally {
    enough.abort();
  }
};

/** Whether database, as this code knows it, and queue answer, within a second. */
export const checkReadiness = async (
  { db, sql }: { db: DataSource; sql: Sql },
  backend: Pick<Backend, "ping">,
): Promise<Readiness> => {
  const [database, queue] = await Promise.all([
    answers(() => requireMigrated(db, sql)),
    answers(() => backend.ping()),
  ]);
  return { ready: database && queue, database, queue };
};
