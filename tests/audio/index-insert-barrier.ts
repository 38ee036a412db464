import { Client } from "pg";
import { waitUntil } from "../harness.ts";

const LOCK_KEY = 1;
/**
 * PostgreSQL updates indexes in their order of creation. This index is created before the unique
 * ones, so an insert waits in it first.
 */
const INSTALL_BARRIER_SQL = `
  CREATE FUNCTION held(id int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK_KEY}); RETURN id; END $$;
  CREATE INDEX held ON audio_cache (held(id));
  ALTER TABLE audio_cache
    DROP CONSTRAINT audio_cache_content_hash_key, DROP CONSTRAINT audio_cache_one_per_notice,
    ADD CONSTRAINT audio_cache_content_hash_key UNIQUE (content_hash),
    ADD CONSTRAINT audio_cache_one_per_notice UNIQUE (notice);
  DROP INDEX audio_cache_one_per_turn;
  CREATE UNIQUE INDEX audio_cache_one_per_turn ON audio_cache (turn_id);
  SELECT pg_advisory_lock(${LOCK_KEY})`;
const WAITING_SQL = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
const RELEASE_BARRIER_SQL = `SELECT pg_advisory_unlock(${LOCK_KEY}); DROP INDEX held; DROP FUNCTION held(int)`;

/**
 * Makes each insert of a recording wait before it reaches its unique index. The returned function
 * waits for two inserts and releases both at once.
 */
export const installIndexInsertBarrier = async (
  databaseUrl: string,
): Promise<() => Promise<void>> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(INSTALL_BARRIER_SQL);
  return async () => {
    const areBothThere = async () => (await client.query(WAITING_SQL)).rowCount === 2;
    await waitUntil(areBothThere, { what: "two that have a new recording" });
    await client.query(RELEASE_BARRIER_SQL);
    await client.end();
  };
};
