import type { Transaction } from "#shared/contract/credits.ts";
import { CURRENCY } from "#shared/domain/credit.ts";
import type { Transaction as TransactionRow } from "../db/entities/transaction.ts";

/** The columns a purchase's view is made of. */
export type TransactionColumns = Pick<
  TransactionRow,
  "id" | "credits" | "amount" | "status" | "paymentMethod" | "createdAt"
>;

/** A purchase as its buyer sees it. */
export const transactionView = (row: TransactionColumns): Transaction => ({
  id: row.id,
  credits: row.credits,
  amount: row.amount,
  currency: CURRENCY,
  status: row.status,
  paymentMethod: row.paymentMethod,
  createdAt: row.createdAt.toISOString(),
});
