export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/;

/** Removes what does not distinguish names: case, and all characters but letters and digits. */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * When a new user gets the free credit: at registration, or once the email address is confirmed.
 */
export const SIGNUP_CREDIT_TIMES = ["at_once", "confirmed"] as const;

export const EXPORT_LIFETIME_HOURS = 24;

/**
 * Maximum age of a session, regardless of activity; shorter for admins. See
 * `docs/decisions/0008-session-lifetimes.md`.
 */
export const SESSION_LIFETIME_DAYS = 90;
export const ADMIN_SESSION_LIFETIME_HOURS = 12;

/**
 * Minutes for which a confirmed identity stays valid. See
 * `docs/decisions/0008-session-lifetimes.md`.
 */
export const IDENTITY_CONFIRMATION_MINUTES = 15;

/**
 * `provedAt` and `now` are in milliseconds since 1970. `provedAt` is 0 if the identity was never
 * confirmed.
 */
export const isIdentityFresh = (provedAt: number, now: number): boolean =>
  now - provedAt <= IDENTITY_CONFIRMATION_MINUTES * 60_000;

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
export const MINIMUM_AGE_YEARS = 16;
