import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
ALTER TABLE turns ADD COLUMN IF NOT EXISTS last_failure text;
ALTER TABLE turns ADD COLUMN IF NOT EXISTS judging_last_failure text;
ALTER TABLE debates ADD COLUMN IF NOT EXISTS verdict_last_failure text;
`;

const DOWN = `
ALTER TABLE debates DROP COLUMN verdict_last_failure;
ALTER TABLE turns DROP COLUMN judging_last_failure;
ALTER TABLE turns DROP COLUMN last_failure;
`;

/**
 * Stores the last failure of a model request per job. A failure that repeats is retried less often.
 */
export class LastFailures1760002950000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
