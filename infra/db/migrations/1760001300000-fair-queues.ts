import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds the user who requested a turn or a recording, and the priority that follows from the user's
 * open requests. `asked_by` is no foreign key, because deleting a user would scan both tables.
 */
const UP = `
SET lock_timeout = '5s';
ALTER TABLE turns
  ADD COLUMN IF NOT EXISTS asked_by int, ADD COLUMN IF NOT EXISTS priority int NOT NULL DEFAULT 0;
ALTER TABLE audio_cache
  ADD COLUMN IF NOT EXISTS asked_by int, ADD COLUMN IF NOT EXISTS priority int NOT NULL DEFAULT 0;

-- How many turns of a user are under way, for whoever is about to add one: nobody else of the same
-- user does until the transaction ends, and each statement in here sees what was committed before it.
CREATE OR REPLACE FUNCTION turns_under_way(asker int) RETURNS int LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(336725, asker);
  RETURN (SELECT count(*) FROM turns
           WHERE asked_by = asker AND status IN ('pending', 'streaming'));
END $$;
`;

/**
 * Each statement is a query of its own, because CREATE INDEX CONCURRENTLY cannot run in a
 * transaction.
 */
const BESIDES = [
  // A longer timeout is safe here: CREATE INDEX CONCURRENTLY waits for other transactions but
  // blocks none.
  `SET lock_timeout = '1min'`,
  // Deletes the invalid index that an aborted run may have left.
  `DROP INDEX CONCURRENTLY IF EXISTS turns_open_of_asker`,
  `DROP INDEX CONCURRENTLY IF EXISTS audio_open_of_asker`,
  `CREATE INDEX CONCURRENTLY turns_open_of_asker ON turns (asked_by)
    WHERE status IN ('pending', 'streaming')`,
  `CREATE INDEX CONCURRENTLY audio_open_of_asker ON audio_cache (asked_by)
    WHERE status IN ('pending', 'running')`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DROP FUNCTION turns_under_way;
ALTER TABLE turns DROP COLUMN asked_by, DROP COLUMN priority;
ALTER TABLE audio_cache DROP COLUMN asked_by, DROP COLUMN priority;
RESET lock_timeout;
`;

export class FairQueues1760001300000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of BESIDES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
