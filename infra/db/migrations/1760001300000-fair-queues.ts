import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Who asked for a turn and for a recording, which counts while they are open: no reference, so that a
 * user's end looks through neither table. And how far back each stands: behind as much as the same
 * user has open.
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

/** Each alone, since an index that is made beside everything else wants no transaction. */
const BESIDES = [
  // Who makes an index waits for others, and nobody for them.
  `SET lock_timeout = '1min'`,
  // What one that was broken off has left.
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
  /** Indexes are made while others write. What is begun is begun again, and does no harm then. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of BESIDES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
