export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/;

/** Dots and dashes hide nothing, and a name with spaces can only be written with them. */
export const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** When a new user has the free credit: with the account, or once its e-mail address is confirmed. */
export const SIGNUP_CREDITS = ["at_once", "confirmed"] as const;

/** So long somebody can save what was put together of theirs. */
export const EXPORT_HOURS = 24;

/** A session is over so long after signing in, whatever was done with it; an admin's, sooner (D55). */
export const SESSION_DAYS = 90;
export const ADMIN_SESSION_HOURS = 12;

/** So long after somebody has proved who they are they need not do so again (D55). */
export const IDENTITY_MINUTES = 15;

/** Both in milliseconds since 1970; never proved is 0. */
export const isIdentityFresh = (provedAt: number, now: number): boolean =>
  now - provedAt <= IDENTITY_MINUTES * 60_000;

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
/** Years. */
export const MINIMUM_AGE = 16;
