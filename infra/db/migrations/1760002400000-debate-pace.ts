import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- Null until somebody has chosen it or turned Auto-Play on. The version before does not write it.
ALTER TABLE debates ADD COLUMN pace text CHECK (pace IN ('voice', 'text'));
`;

const DOWN = `ALTER TABLE debates DROP COLUMN pace`;

/**
 * Makes it a setting of the debate whether Auto-Play waits for the voice. Before, this depended on
 * the listeners.
 */
export class DebatePace1760002400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
