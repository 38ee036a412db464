import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The salt of a digest made with argon2id. Codes made before have none: their digest is a plain SHA-256,
 * which stays valid until the codes are made anew.
 */
const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE recovery_codes ADD COLUMN salt bytea`;

export class SaltedRecoveryCodes1760002200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  // Salted digests match nothing without their salt: their owners make new codes.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE recovery_codes DROP COLUMN salt");
  }
}
