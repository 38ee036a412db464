import type { Env } from "#infra/env.ts";
import { pageAt } from "#shared/domain/pages.ts";

/** Where PayPal's script comes from and goes to: its own "Best practices", with a nonce. */
const PAYPAL = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** Whose script runs beside our own: the payment provider's, on the page where credits are bought. */
export const guestsOf =
  ({ paypal }: Pick<Env, "paypal">) =>
  (path: string): readonly string[] => {
    if (!paypal || pageAt(path)?.name !== "credits") return [];
    return paypal.sdkUrl === undefined ? PAYPAL : [new URL(paypal.sdkUrl).origin];
  };
