import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET LOCAL lock_timeout = '5s';
-- A keyed digest of the debate and the reporter's network; null for reports of an earlier version, of
-- visitors and of deleted accounts.
ALTER TABLE reports ADD COLUMN network text;
`;

/**
 * Stores the network of each report. All reports of a debate from one network count like a single
 * account.
 */
export class ReportNetworks1760002530000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE reports DROP COLUMN network");
  }
}
