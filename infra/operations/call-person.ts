import type { Logger } from "../logger.ts";
import { type CalledFor, personsCalled } from "../metrics/metrics.ts";

/**
 * Calls a person: one line at level error with `alert`, for whatever watches the log to wake somebody
 * up, and a count, for whatever watches the metrics.
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
