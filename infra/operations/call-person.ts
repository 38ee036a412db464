import type { Logger } from "../logger.ts";
import { type CalledFor, personsCalled } from "../metrics/metrics.ts";

/**
 * Alerts a person: logs one line at level error with the field `alert` and increments a metric. Log
 * and metrics monitoring can page on either.
 */
export const callPerson = (
  logger: Logger,
  alert: CalledFor,
  facts: Record<string, unknown>,
  what: string,
): void => {
  logger.error({ alert, ...facts }, what);
  personsCalled.inc({ alert });
};
