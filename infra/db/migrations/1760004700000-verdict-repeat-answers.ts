import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- Answers of an unfinished repetition, so that its next attempt does not pay for them again.
ALTER TABLE verdict_repeats ADD COLUMN IF NOT EXISTS answers jsonb NOT NULL DEFAULT '[]';
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE verdict_repeats DROP COLUMN answers;
`;

/**
 * Adds a column for the first of the two answers that a repeated judging needs. If a rate limit
 * interrupts the job, it does not ask for that answer again.
 */
export class VerdictRepeatAnswers1760004700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
