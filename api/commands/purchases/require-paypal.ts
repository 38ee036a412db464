import type { PayPalClient } from "#infra/payments/paypal-client.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Context } from "../../context.ts";

const RETRY_AFTER_S = 10;

/** Throws `unavailable` if payments are not configured. */
export const requirePayPal = ({ paypal }: Pick<Context, "paypal">): PayPalClient => {
  if (paypal) return paypal;
  throw new DomainError(
    "unavailable",
    "Payment system is not available. Please refresh the page and try again.",
    { retryAfter: RETRY_AFTER_S },
  );
};

export const rethrowAsUnavailable =
  (message: string) =>
  (err: unknown): never => {
    if (!(err instanceof PayPalError)) throw err;
    throw new DomainError("unavailable", message, { retryAfter: RETRY_AFTER_S, cause: err });
  };
