import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
/** A clock may be a step off, and typing takes a moment. */
const WINDOW = 1;

/** What an app makes its codes of: 160 bits. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** What an app reads from a picture. */
export const appAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

/** The half minute since 1970 that a code is of, about now; null for one that is not right. */
export const stepOf = (secret: string, code: string, now: number): number | null => {
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / STEP_MS) + delta;
};
