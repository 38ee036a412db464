import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
ALTER TABLE turns ADD COLUMN IF NOT EXISTS ruling text;
`;

const DOWN = `
ALTER TABLE turns DROP COLUMN ruling;
`;

/** The judge's one sentence about a turn. Workers of the previous version leave it null. */
export class Rulings1760003100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
