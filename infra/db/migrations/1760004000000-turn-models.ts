import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE turns ADD COLUMN IF NOT EXISTS model text, ADD COLUMN IF NOT EXISTS judge_model text;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE turns DROP COLUMN model, DROP COLUMN judge_model;
`;

/**
 * The models that wrote and judged a turn. Null for older turns and turns of workers of the previous
 * version.
 */
export class TurnModels1760004000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
