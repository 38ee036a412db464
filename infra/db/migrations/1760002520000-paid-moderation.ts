import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- 'site_limit' or 'user_limit' while a paid check waits for a daily spending limit.
ALTER TABLE moderations ADD COLUMN waits_for text;
`;

/**
 * Workers of the previous version find pending checks by their run_at, so waiting checks continue.
 */
const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE moderations DROP COLUMN waits_for;
`;

/** A paid moderation model counts towards the daily spending limits. */
export class PaidModeration1760002520000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
