import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- 'site_limit' or 'user_limit' while a paid check waits for a daily spending limit.
ALTER TABLE moderations ADD COLUMN waits_for text;
`;

/**
 * `waits_for` can be dropped while moderation jobs are pending: workers of the previous version do
 * not need it, because they run a job once its `run_at` is due.
 */
const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE moderations DROP COLUMN waits_for;
`;

/** Lets checks wait for a daily spending limit, which a paid moderation model counts towards. */
export class PaidModeration1760002520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
