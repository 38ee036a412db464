import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds the salt of a recovery code's argon2id digest. Older codes have no salt: their SHA-256
 * digests stay valid until the codes are replaced.
 */
const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE recovery_codes ADD COLUMN salt bytea`;

export class SaltedRecoveryCodes1760002200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  // Without the salt no code matches its salted digest, so these users must create new codes.
  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE recovery_codes DROP COLUMN salt");
  }
}
