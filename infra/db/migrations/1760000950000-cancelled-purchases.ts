import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE transactions ADD COLUMN cancelled_at timestamptz, ADD COLUMN dismissed_at timestamptz;
`;

const DOWN = `ALTER TABLE transactions DROP COLUMN cancelled_at, DROP COLUMN dismissed_at`;

export class CancelledPurchases1760000950000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
