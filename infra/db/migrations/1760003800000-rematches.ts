import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
-- The debate of which this one is the rematch. The previous version leaves it null.
ALTER TABLE debates
  ADD COLUMN IF NOT EXISTS rematch_of int REFERENCES debates (id) ON DELETE SET NULL;
RESET lock_timeout;
`;

/**
 * Each statement is a query of its own, because CREATE INDEX CONCURRENTLY cannot run in a
 * transaction.
 */
const INDEX = [
  `SET lock_timeout = '1min'`,
  `DROP INDEX CONCURRENTLY IF EXISTS debates_rematch_of`,
  `CREATE UNIQUE INDEX CONCURRENTLY debates_rematch_of ON debates (rematch_of)
    WHERE rematch_of IS NOT NULL`,
  `RESET lock_timeout`,
];

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE debates DROP COLUMN rematch_of;
RESET lock_timeout;
`;

/** A debate has at most one rematch, and the index finds it. */
export class Rematches1760003800000 implements MigrationInterface {
  /**
   * CREATE INDEX CONCURRENTLY cannot run in a transaction. The migration can run again after a
   * failure.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    for (const statement of INDEX) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
