import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE turns ADD COLUMN IF NOT EXISTS language_repeated boolean NOT NULL DEFAULT false;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE turns DROP COLUMN language_repeated;
`;

/** Whether a turn was already requested again because its text was in the wrong language. */
export class TurnLanguage1760003700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
