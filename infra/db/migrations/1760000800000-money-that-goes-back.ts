import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds refunds of purchases, the alerts that were raised for purchases, and ledger entries that
 * take credits back.
 */
const UP = `
SET LOCAL lock_timeout = '5s';
ALTER TABLE transactions
  ADD COLUMN refunded  int NOT NULL DEFAULT 0,
  ADD COLUMN alerts    text[] NOT NULL DEFAULT '{}';
ALTER TABLE credit_ledger
  DROP CONSTRAINT credit_ledger_check,
  DROP CONSTRAINT credit_ledger_reason_check,
  -- A reversal that found no credits is in the ledger all the same.
  ADD CONSTRAINT credit_ledger_check CHECK (delta <> 0 OR reason IN ('signup', 'reversal')) NOT VALID,
  ADD CONSTRAINT credit_ledger_reason_check CHECK
    (reason IN ('signup', 'debate', 'refund', 'purchase', 'admin', 'reversal')) NOT VALID,
  ADD CONSTRAINT credit_ledger_reversal_takes CHECK (reason <> 'reversal' OR delta <= 0) NOT VALID;
`;

const VALIDATE = `
ALTER TABLE credit_ledger VALIDATE CONSTRAINT credit_ledger_check;
ALTER TABLE credit_ledger VALIDATE CONSTRAINT credit_ledger_reason_check;
ALTER TABLE credit_ledger VALIDATE CONSTRAINT credit_ledger_reversal_takes;
`;

// Ledger entries of reversals stay, because the ledger is never rewritten. NOT VALID skips existing
// rows.
const DOWN = `
ALTER TABLE credit_ledger
  DROP CONSTRAINT credit_ledger_check,
  DROP CONSTRAINT credit_ledger_reason_check,
  DROP CONSTRAINT credit_ledger_reversal_takes,
  ADD CONSTRAINT credit_ledger_check CHECK (delta <> 0 OR reason = 'signup') NOT VALID,
  ADD CONSTRAINT credit_ledger_reason_check CHECK
    (reason IN ('signup', 'debate', 'refund', 'purchase', 'admin')) NOT VALID;
ALTER TABLE transactions DROP COLUMN refunded, DROP COLUMN alerts;
`;

export class MoneyThatGoesBack1760000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
    await runner.query(VALIDATE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
