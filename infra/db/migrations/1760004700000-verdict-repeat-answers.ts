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

/** A job that judges a debate again keeps its first answer while it waits for a rate limit. */
export class VerdictRepeatAnswers1760004700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
