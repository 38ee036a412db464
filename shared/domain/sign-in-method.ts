/** Of whom the operator wants more than a password. */
export const SECOND_FACTOR_OF = ["nobody", "admins"] as const;

/** What an admin without a second factor is told: that one would be good, or that nothing goes without. */
export const SECOND_FACTOR_WISHES = ["urged", "required"] as const;

/** Passkeys of one account. */
export const MOST_PASSKEYS = 20;
export const PASSKEY_NAME_MAX = 60;

/** So long a passkey may take to sign what it is asked to. */
export const CHALLENGE_MINUTES = 5;

/** What a passkey is asked to sign something for. */
export const CHALLENGE_PURPOSES = ["add", "sign_in", "confirm_identity"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** So long somebody whose password was right may take to find the code. */
export const SECOND_STEP_MINUTES = 5;

/** Once used, each is gone; all are made anew together. */
export const RECOVERY_CODES = 10;

/** Letters and digits that nobody takes for each other: each is worth five bits. */
export const RECOVERY_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const RECOVERY_LENGTH = 16;

/** A recovery code of so many bytes, in groups that can be read out. */
export const recoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, RECOVERY_LENGTH), (byte) => RECOVERY_LETTERS[byte % 32])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/** What somebody has typed, without what only makes it easier to read. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** Whether a bare code is one of an authenticator app, and else perhaps one for recovery. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
