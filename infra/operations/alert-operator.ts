import type { Logger } from "../logger.ts";

interface Concerned {
  transactionId: number;
  orderId: string | null;
}

/**
 * A payment that only a person can set right: one line at level error with `alert`, for whatever
 * watches the log to wake somebody up.
 */
export const alertOperator = (
  logger: Logger,
  purchase: Concerned & Record<string, unknown>,
  what: string,
): void => logger.error({ alert: "payment", ...purchase }, `a person must look at this: ${what}`);
