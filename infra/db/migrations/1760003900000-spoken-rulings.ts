import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- The turn whose ruling the recording speaks. The previous version leaves it null.
ALTER TABLE audio_cache
  ADD COLUMN IF NOT EXISTS ruling_turn_id int REFERENCES turns (id) ON DELETE CASCADE;
ALTER TABLE audio_cache
  DROP CONSTRAINT IF EXISTS audio_cache_of_one,
  ADD CONSTRAINT audio_cache_of_one
      CHECK (num_nonnulls(turn_id, notice, ruling_turn_id) = 1) NOT VALID;
`;

/**
 * Each statement is a query of its own, because CREATE INDEX CONCURRENTLY cannot run in a
 * transaction.
 */
const VALIDATE_AND_INDEX = [
  `SET lock_timeout = '1min'`,
  `ALTER TABLE audio_cache VALIDATE CONSTRAINT audio_cache_of_one`,
  `DROP INDEX CONCURRENTLY IF EXISTS audio_cache_one_per_ruling`,
  `CREATE UNIQUE INDEX CONCURRENTLY audio_cache_one_per_ruling ON audio_cache (ruling_turn_id)
    WHERE ruling_turn_id IS NOT NULL`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
DELETE FROM audio_cache WHERE ruling_turn_id IS NOT NULL;
ALTER TABLE audio_cache
  DROP CONSTRAINT audio_cache_of_one,
  DROP COLUMN ruling_turn_id,
  ADD CONSTRAINT audio_cache_of_one CHECK ((turn_id IS NULL) <> (notice IS NULL));
RESET lock_timeout;
`;

/** Recordings may belong to the judge's ruling about a turn. */
export class SpokenRulings1760003900000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of VALIDATE_AND_INDEX) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
