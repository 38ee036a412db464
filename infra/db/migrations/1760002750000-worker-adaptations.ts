import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
ALTER TABLE workers ADD COLUMN IF NOT EXISTS adaptations jsonb NOT NULL DEFAULT '[]';
RESET lock_timeout;
`;

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE workers DROP COLUMN adaptations;
RESET lock_timeout;
`;

/**
 * Stores which parameters of model requests a worker had to change. The operations page shows them.
 */
export class WorkerAdaptations1760002750000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
