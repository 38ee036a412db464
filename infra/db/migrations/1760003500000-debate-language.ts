import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE debates ADD COLUMN IF NOT EXISTS language text;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE debates DROP COLUMN language;
`;

/** The language of a debate as BCP 47. Older debates and the previous version leave it null. */
export class DebateLanguage1760003500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
