import type { PurchaseStatus } from "#shared/domain/billing/credit.ts";
import type { PaymentDecline } from "#infra/db/entities/purchase.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";

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
  decline: PaymentDecline | null;
  failure: string | null;
  createdAt: Date;
}

const SELECT_PURCHASES_SQL = `
  SELECT id, user_id AS "userId", amount, currency, credits, status, order_id AS "orderId",
         capture_id AS "captureId", capture_attempt AS "captureAttempt", decline, failure,
         created_at AS "createdAt"
    FROM transactions`;

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
