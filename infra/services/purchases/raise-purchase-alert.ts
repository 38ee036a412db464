import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import type { Logger } from "#infra/logger.ts";
import { raiseAlert } from "../raise-alert.ts";

interface AlertedPurchase {
  transactionId: number;
  orderId: string | null;
}

const WAS_ALERTED_SQL = `SELECT id FROM transactions WHERE id = $1 AND $2 = ANY (alerts)`;

const RECORD_ALERT_SQL = `UPDATE transactions SET alerts = alerts || $2::text WHERE id = $1 RETURNING id`;

/**
 * Alerts a person about a payment that only a person can fix, once per purchase and kind of alert.
 * Call this before storing the cause of the alert, or in the same transaction. After a crash, the
 * next attempt then finds the cause again. So an alert may be repeated, but is never lost.
 */
export const raisePurchaseAlert = async (
  { db, logger }: { db: Sql; logger: Logger },
  purchase: AlertedPurchase & Record<string, unknown>,
  alert: string,
): Promise<void> => {
  const values = [purchase.transactionId, alert];
  const earlier = await selectRows<object>(db, WAS_ALERTED_SQL, values).catch(() => []);
  if (earlier.length > 0) return;
  raiseAlert(logger, "payment", purchase, `a person must look at this: ${alert}`);
  await mutateRows(db, RECORD_ALERT_SQL, values);
};
