import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users ADD COLUMN IF NOT EXISTS debate_ids int[] NOT NULL DEFAULT '{}';
`;

const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE connected_users DROP COLUMN debate_ids;
`;

/** Stores which debates are watched through each process. The previous version stores none. */
export class WatchedDebates1760003400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
