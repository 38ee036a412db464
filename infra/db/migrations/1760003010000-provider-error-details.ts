import type { MigrationInterface, QueryRunner } from "typeorm";

const UP = `
SET lock_timeout = '5s';
ALTER TABLE provider_health ADD COLUMN IF NOT EXISTS last_error_detail text;
RESET lock_timeout;
`;

const DOWN = `
SET lock_timeout = '5s';
ALTER TABLE provider_health DROP COLUMN last_error_detail;
RESET lock_timeout;
`;

/** Status and content type of a provider's last failing answer, for the operations page. */
export class ProviderErrorDetails1760003010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
