import type { PurchaseEntity as TransactionRow } from "#infra/db/entities/purchase.ts";
import { selectRows } from "#infra/db/sql.ts";
import { CAN_DISMISS_SQL, CAN_RESUME_SQL } from "#infra/services/purchases/find-purchase.ts";
import type { Transaction } from "#shared/contract/credits.ts";
import { CURRENCY } from "#shared/domain/billing/credit.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";

const MAX_TRANSACTIONS = 500;

type TransactionColumns = Pick<
  TransactionRow,
  "id" | "credits" | "amount" | "status" | "paymentMethod" | "cancelledAt" | "createdAt"
> &
  Pick<Transaction, "canResume" | "canDismiss">;

/** A paid purchase is listed as paid, even if it was cancelled or dismissed before. */
const TRANSACTIONS_SQL = `
  SELECT id, credits, amount, status, payment_method AS "paymentMethod", created_at AS "createdAt",
         CASE WHEN capture_id IS NULL THEN cancelled_at END AS "cancelledAt",
         ${CAN_RESUME_SQL} AS "canResume", ${CAN_DISMISS_SQL} AS "canDismiss"
    FROM transactions
   WHERE user_id = $1 AND (dismissed_at IS NULL OR capture_id IS NOT NULL)
   ORDER BY id DESC LIMIT ${MAX_TRANSACTIONS}`;

const presentTransaction = (row: TransactionColumns): Transaction => ({
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
  { sql }: Pick<Context, "sql">,
  viewer: SignedInViewer,
): Promise<Transaction[]> =>
  (await selectRows<TransactionColumns>(sql, TRANSACTIONS_SQL, [viewer.id])).map(
    presentTransaction,
  );
