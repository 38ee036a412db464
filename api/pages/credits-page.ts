import type { Env } from "#infra/env.ts";

/** The page where credits are bought. */
export const isCreditsPage = (path: string): boolean => /^\/credits\/?$/.test(path);

/** Where PayPal's script comes from and goes to: its own "Best practices", with a nonce. */
const PAYPAL = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];

/** Whose script runs beside our own: the payment provider's, on the page where credits are bought. */
export const guestsOf =
  ({ paypal }: Pick<Env, "paypal">) =>
  (path: string): readonly string[] => {
    if (!paypal || !isCreditsPage(path)) return [];
    return paypal.sdkUrl === undefined ? PAYPAL : [new URL(paypal.sdkUrl).origin];
  };
