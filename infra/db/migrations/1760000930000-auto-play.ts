import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds the job columns of Auto-Play (see `job-tables.ts`), the user who turned it on, and whether
 * only the owner may request turns.
 */
const UP = `
SET lock_timeout = '5s';
ALTER TABLE debates
  ADD COLUMN IF NOT EXISTS only_owner_steps        boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS auto_play_by            int,
  ADD COLUMN IF NOT EXISTS auto_play_status        text NOT NULL DEFAULT 'none',
  ADD COLUMN IF NOT EXISTS auto_play_attempt       int NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS auto_play_failures      int NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS auto_play_run_at        timestamptz,
  ADD COLUMN IF NOT EXISTS auto_play_heartbeat_at  timestamptz;
ALTER TABLE debates
  DROP CONSTRAINT IF EXISTS debates_auto_play_by_fkey,
  DROP CONSTRAINT IF EXISTS debates_auto_play_status_check,
  ADD CONSTRAINT debates_auto_play_by_fkey
    FOREIGN KEY (auto_play_by) REFERENCES users (id) ON DELETE SET NULL NOT VALID,
  ADD CONSTRAINT debates_auto_play_status_check CHECK
    (auto_play_status IN ('none', 'pending', 'running', 'complete', 'failed')) NOT VALID;
`;

/**
 * Each statement is a query of its own, because CREATE INDEX CONCURRENTLY cannot run in a
 * transaction.
 */
const CONCURRENT_STATEMENTS = [
  // A longer timeout is safe here: CREATE INDEX CONCURRENTLY waits for other transactions but
  // blocks none.
  `SET lock_timeout = '1min'`,
  `ALTER TABLE debates VALIDATE CONSTRAINT debates_auto_play_by_fkey`,
  `ALTER TABLE debates VALIDATE CONSTRAINT debates_auto_play_status_check`,
  // Deletes the invalid index that an aborted run may have left.
  `DROP INDEX CONCURRENTLY IF EXISTS debates_auto_play_open`,
  `DROP INDEX CONCURRENTLY IF EXISTS debates_auto_played`,
  `CREATE INDEX CONCURRENTLY debates_auto_play_open ON debates (auto_play_run_at)
    WHERE auto_play_status IN ('pending', 'running')`,
  `CREATE INDEX CONCURRENTLY debates_auto_played ON debates (auto_play_by)
    WHERE auto_play_by IS NOT NULL`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE debates
  DROP COLUMN only_owner_steps, DROP COLUMN auto_play_by, DROP COLUMN auto_play_status,
  DROP COLUMN auto_play_attempt, DROP COLUMN auto_play_failures, DROP COLUMN auto_play_run_at,
  DROP COLUMN auto_play_heartbeat_at;
RESET lock_timeout;
`;

export class AutoPlay1760000930000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of CONCURRENT_STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
