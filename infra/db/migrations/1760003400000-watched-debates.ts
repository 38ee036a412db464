import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users ADD COLUMN IF NOT EXISTS debate_ids int[] NOT NULL DEFAULT '{}';
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users DROP COLUMN debate_ids;
`;

/** The debates that each process has watchers of. The previous version leaves it empty. */
export class WatchedDebates1760003400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
