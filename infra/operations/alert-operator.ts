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
 * Calls a person for a payment that only a person can set right. Once for each purchase, however
 * often and by whomever it is found, and rather twice than never: told before it is remembered, and
 * before or in the transaction in which what was found is booked, so that whoever looks next finds it
 * again.
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
