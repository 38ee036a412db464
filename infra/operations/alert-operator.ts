import { change, select, type Sql } from "../db/sql.ts";
import type { Logger } from "../logger.ts";
import { callPerson } from "./call-person.ts";

interface Concerned {
  transactionId: number;
  orderId: string | null;
}

const TOLD = `SELECT id FROM transactions WHERE id = $1 AND $2 = ANY (alerts)`;

const REMEMBER = `UPDATE transactions SET alerts = alerts || $2::text WHERE id = $1 RETURNING id`;

/**
 * Alerts a person about a payment that only a person can fix, once per purchase and kind of alert.
 * A crash may repeat the alert but cannot lose it: it is raised before it is stored. Call it before
 * the finding is booked or in the same transaction, so that a failed booking finds it again.
 */
export const alertOperator = async (
  { db, logger }: { db: Sql; logger: Logger },
  purchase: Concerned & Record<string, unknown>,
  what: string,
): Promise<void> => {
  const values = [purchase.transactionId, what];
  const told = await select<object>(db, TOLD, values).catch(() => []);
  if (told.length > 0) return;
  callPerson(logger, "payment", purchase, `a person must look at this: ${what}`);
  await change(db, REMEMBER, values);
};
