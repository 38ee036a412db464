import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds the state of each refund, and ledger entries that give back the credits that a failed refund
 * took.
 */
const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE transactions ADD COLUMN refunds jsonb NOT NULL DEFAULT '{}';
ALTER TABLE credit_ledger
  DROP CONSTRAINT credit_ledger_reason_check,
  ADD CONSTRAINT credit_ledger_reason_check CHECK
    (reason IN ('signup', 'debate', 'refund', 'purchase', 'admin', 'reversal', 'restoration',
                'confirmation')) NOT VALID,
  ADD CONSTRAINT credit_ledger_restoration_gives
    CHECK (reason <> 'restoration' OR delta > 0) NOT VALID;
`;

const VALIDATE = `
ALTER TABLE credit_ledger VALIDATE CONSTRAINT credit_ledger_reason_check;
ALTER TABLE credit_ledger VALIDATE CONSTRAINT credit_ledger_restoration_gives;
`;

// Ledger entries of restorations stay, because the ledger is never rewritten. NOT VALID does not
// check existing rows.
const DOWN = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE credit_ledger
  DROP CONSTRAINT credit_ledger_restoration_gives,
  DROP CONSTRAINT credit_ledger_reason_check,
  ADD CONSTRAINT credit_ledger_reason_check CHECK
    (reason IN ('signup', 'debate', 'refund', 'purchase', 'admin', 'reversal', 'confirmation')) NOT VALID;
ALTER TABLE transactions DROP COLUMN refunds;
`;

export class FailedRefunds1760002900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query(VALIDATE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
