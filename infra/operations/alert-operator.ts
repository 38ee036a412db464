import { change, type Sql } from "../db/sql.ts";
import type { Logger } from "../logger.ts";

interface Concerned {
  transactionId: number;
  orderId: string | null;
}

const REMEMBER = `
  UPDATE transactions SET alerts = alerts || $2::text
   WHERE id = $1 AND NOT $2 = ANY (alerts) RETURNING id`;

/** Rather told twice than never. */
const isNew = (db: Sql, transactionId: number, what: string): Promise<boolean> =>
  change(db, REMEMBER, [transactionId, what]).then(
    (told) => told.length === 1,
    () => true,
  );

/**
 * A payment that only a person can set right: one line at level error with `alert`, for whatever
 * watches the log to wake somebody up. Once for each purchase, however often and by whomever it is
 * found. Not inside a transaction.
 */
export const alertOperator = async (
  { db, logger }: { db: Sql; logger: Logger },
  purchase: Concerned & Record<string, unknown>,
  what: string,
): Promise<void> => {
  if (await isNew(db, purchase.transactionId, what))
    logger.error({ alert: "payment", ...purchase }, `a person must look at this: ${what}`);
};
