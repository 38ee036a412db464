import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;
/** Accepted steps before and after the current one, for clock drift and typing time. */
const WINDOW_STEPS = 1;

/** Returns a new TOTP secret of 160 bits in base32. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Returns the otpauth:// URL for the QR code. */
export const buildOtpauthUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ issuer, label, secret }).toString();

/** Returns the 30 s step since 1970 that the code belongs to. Null if the code is wrong. */
export const findTotpStep = (secret: string, code: string, now: number): number | null => {
  const delta = new TOTP({ secret }).validate({
    token: code,
    timestamp: now,
    window: WINDOW_STEPS,
  });
  return delta === null ? null : Math.floor(now / STEP_MS) + delta;
};
