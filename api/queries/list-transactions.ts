import type { Transaction as TransactionRow } from "#infra/db/entities/transaction.ts";
import { select } from "#infra/db/sql.ts";
import { CAN_DISMISS, CAN_RESUME } from "#infra/operations/purchase-actions.ts";
import type { Transaction } from "#shared/contract/credits.ts";
import { CURRENCY } from "#shared/domain/credit.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";

const LIMIT = 500;

type Columns = Pick<
  TransactionRow,
  "id" | "credits" | "amount" | "status" | "paymentMethod" | "cancelledAt" | "createdAt"
> &
  Pick<Transaction, "canResume" | "canDismiss">;

/** A paid purchase is listed as paid, even if it was cancelled or dismissed before. */
const TRANSACTIONS = `
  SELECT id, credits, amount, status, payment_method AS "paymentMethod", created_at AS "createdAt",
         CASE WHEN capture_id IS NULL THEN cancelled_at END AS "cancelledAt",
         ${CAN_RESUME} AS "canResume", ${CAN_DISMISS} AS "canDismiss"
    FROM transactions
   WHERE user_id = $1 AND (dismissed_at IS NULL OR capture_id IS NOT NULL)
   ORDER BY id DESC LIMIT ${LIMIT}`;

const transactionView = (row: Columns): Transaction => ({
  id: row.id,
  credits: row.credits,
  amount: row.amount,
  currency: CURRENCY,
  status: row.status,
  paymentMethod: row.paymentMethod,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
  canResume: row.canResume,
  canDismiss: row.canDismiss,
  createdAt: row.createdAt.toISOString(),
});

export const listTransactions = async (
  { reads }: Context,
  viewer: SignedIn,
): Promise<Transaction[]> =>
  (await select<Columns>(reads, TRANSACTIONS, [viewer.id])).map(transactionView);
