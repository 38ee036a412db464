import type { PurchaseStatus } from "#shared/domain/credit.ts";
import type { Decline } from "../db/entities/transaction.ts";
import { select, type Sql } from "../db/sql.ts";

export interface PurchaseColumns {
  id: number;
  userId: number | null;
  /** Cents. */
  amount: number;
  currency: string;
  credits: number;
  status: PurchaseStatus;
  orderId: string | null;
  captureId: string | null;
  captureAttempt: number;
  decline: Decline | null;
  failure: string | null;
  createdAt: Date;
}

const PURCHASES = `
  SELECT id, user_id AS "userId", amount, currency, credits, status, order_id AS "orderId",
         capture_id AS "captureId", capture_attempt AS "captureAttempt", decline, failure,
         created_at AS "createdAt"
    FROM transactions`;

export const findPurchase = async (sql: Sql, id: number): Promise<PurchaseColumns | undefined> => {
  const [purchase] = await select<PurchaseColumns>(sql, `${PURCHASES} WHERE id = $1`, [id]);
  return purchase;
};

export const findPurchaseOfCapture = async (
  sql: Sql,
  captureIds: readonly string[],
): Promise<PurchaseColumns | undefined> => {
  const statement = `${PURCHASES} WHERE capture_id = ANY ($1)`;
  const [purchase] = await select<PurchaseColumns>(sql, statement, [captureIds]);
  return purchase;
};

export const findPurchaseOfOrder = async (
  sql: Sql,
  orderId: string,
): Promise<PurchaseColumns | undefined> => {
  const [purchase] = await select<PurchaseColumns>(sql, `${PURCHASES} WHERE order_id = $1`, [
    orderId,
  ]);
  return purchase;
};
