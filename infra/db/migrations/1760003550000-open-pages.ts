import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users
  ADD COLUMN IF NOT EXISTS pages int NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS opened_at timestamptz;
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users DROP COLUMN pages, DROP COLUMN opened_at;
`;

/**
 * Stores how many pages are connected to each process, and when the last page was opened. Processes
 * of the previous version write neither column.
 */
export class OpenPages1760003550000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
