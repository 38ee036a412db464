import type { PurchaseState } from "#shared/domain/billing/purchase-transitions.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";

export interface PurchaseColumns extends Omit<
  PurchaseState,
  "refunded" | "refunds" | "revoked" | "balance"
> {
  id: number;
  userId: number | null;
  orderId: string | null;
  createdAt: Date;
}

export const PURCHASE_COLUMNS_SQL = `
  id, user_id AS "userId", amount, currency, credits, status, order_id AS "orderId",
  capture_id AS "captureId", capture_attempt AS "captureAttempt", decline, failure,
  created_at AS "createdAt"`;
const SELECT_PURCHASES_SQL = `SELECT ${PURCHASE_COLUMNS_SQL} FROM transactions`;

/** SQL condition on a row of `transactions`: the buyer can still approve and pay the order. */
export const CAN_RESUME_SQL = "capture_id IS NULL AND status = 'pending' AND order_id IS NOT NULL";

/**
 * SQL condition on a row of `transactions`: the buyer can remove the purchase from the list. If the
 * purchase is paid nevertheless, it appears again as completed.
 */
export const CAN_DISMISS_SQL =
  "capture_id IS NULL AND (status = 'pending' OR cancelled_at IS NOT NULL)";

export const findPurchase = async (sql: Sql, id: number): Promise<PurchaseColumns | undefined> => {
  const [purchase] = await selectRows<PurchaseColumns>(
    sql,
    `${SELECT_PURCHASES_SQL} WHERE id = $1`,
    [id],
  );
  return purchase;
};

export const findPurchaseByCapture = async (
  sql: Sql,
  captureIds: readonly string[],
): Promise<PurchaseColumns | undefined> => {
  const statement = `${SELECT_PURCHASES_SQL} WHERE capture_id = ANY ($1)`;
  const [purchase] = await selectRows<PurchaseColumns>(sql, statement, [captureIds]);
  return purchase;
};

export const findPurchaseByOrder = async (
  sql: Sql,
  orderId: string,
): Promise<PurchaseColumns | undefined> => {
  const [purchase] = await selectRows<PurchaseColumns>(
    sql,
    `${SELECT_PURCHASES_SQL} WHERE order_id = $1`,
    [orderId],
  );
  return purchase;
};
