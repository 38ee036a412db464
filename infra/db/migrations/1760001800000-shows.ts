import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- How many of those who listen read the words as they hear them: Auto-Play waits for the voice then.
ALTER TABLE listeners ADD COLUMN shows int NOT NULL DEFAULT 0 CHECK (shows BETWEEN 0 AND count);
`;

const DOWN = `ALTER TABLE listeners DROP COLUMN shows`;

/** Adds the number of listeners who read the words in sync with the voice. */
export class Shows1760001800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
