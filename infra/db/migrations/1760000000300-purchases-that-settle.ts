import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Adds columns for capturing and checking purchases. Adds triggers that credit a completed purchase
 * and refuse other changes.
 */
const UP = `
ALTER TABLE transactions
  ADD COLUMN capture_id       text UNIQUE,
  ADD COLUMN capture_attempt  int NOT NULL DEFAULT 1,
  ADD COLUMN decline          jsonb,
  ADD COLUMN failure          text,
  ADD COLUMN checks           int NOT NULL DEFAULT 0,
  ADD COLUMN check_at         timestamptz NOT NULL DEFAULT now() + interval '3 minutes';
CREATE INDEX transactions_to_check ON transactions (check_at) WHERE status = 'pending';

-- A completed purchase is a credited one: one statement, so that neither is ever without the other.
CREATE FUNCTION book_purchased_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  VALUES (NEW.user_id, NEW.credits, 'purchase', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_book_credits AFTER UPDATE OF status ON transactions
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed' AND NEW.user_id IS NOT NULL)
  EXECUTE FUNCTION book_purchased_credits();

-- What was agreed stays, what is completed stays, and a purchase has one buyer or none.
CREATE FUNCTION refuse_purchase_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND (NEW.id, NEW.amount, NEW.currency, NEW.credits, NEW.created_at)
       = (OLD.id, OLD.amount, OLD.currency, OLD.credits, OLD.created_at)
     AND (NEW.user_id IS NULL OR NEW.user_id = OLD.user_id)
     AND (NEW.order_id = OLD.order_id OR OLD.order_id IS NULL)
     AND (NEW.status = OLD.status OR OLD.status <> 'completed') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment records stay as they are' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transactions_stay BEFORE UPDATE OR DELETE ON transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_purchase_change();

CREATE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'records of money are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER transactions_no_truncate BEFORE TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
CREATE TRIGGER credit_ledger_no_truncate BEFORE TRUNCATE ON credit_ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
`;

const DOWN = `
DROP TRIGGER credit_ledger_no_truncate ON credit_ledger;
DROP TRIGGER transactions_no_truncate ON transactions;
DROP TRIGGER transactions_stay ON transactions;
DROP TRIGGER transactions_book_credits ON transactions;
DROP FUNCTION book_purchased_credits, refuse_purchase_change, refuse_truncate;
DROP INDEX transactions_to_check;
ALTER TABLE transactions
  DROP COLUMN capture_id, DROP COLUMN capture_attempt, DROP COLUMN decline, DROP COLUMN failure,
  DROP COLUMN checks, DROP COLUMN check_at;
`;

export class PurchasesThatSettle1760000000300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}
