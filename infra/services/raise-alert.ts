import type { Logger } from "../logger.ts";
import { type AlertKind, alertsRaised } from "../metrics/registry.ts";

/**
 * Alerts a person: logs one line at level error with the field `alert`, and increments a metric.
 * The monitoring can notify the operator on either.
 */
export const raiseAlert = (
  logger: Logger,
  alert: AlertKind,
  fields: Record<string, unknown>,
  message: string,
): void => {
  logger.error({ alert, ...fields }, message);
  alertsRaised.inc({ alert });
};
