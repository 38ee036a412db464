import { select } from "#infra/db/sql.ts";
import { type TransactionColumns, transactionView } from "#infra/views/transaction-view.ts";
import type { Transaction } from "#shared/contract/credits.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";

/** More than anyone buys, and little enough for one answer. */
const LIMIT = 500;

const TRANSACTIONS = `
  SELECT id, credits, amount, status, payment_method AS "paymentMethod", created_at AS "createdAt"
    FROM transactions WHERE user_id = $1 ORDER BY id DESC LIMIT ${LIMIT}`;

/** The viewer's own purchases, newest first. */
export const listTransactions = async (
  { reads }: Context,
  viewer: SignedIn,
): Promise<Transaction[]> =>
  (await select<TransactionColumns>(reads, TRANSACTIONS, [viewer.id])).map(transactionView);
