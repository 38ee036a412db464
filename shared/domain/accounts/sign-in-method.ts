export const SECOND_FACTOR_AUDIENCES = ["nobody", "admins"] as const;

/** Whether admins without a second factor are only asked to add one, or must do so. */
export const SECOND_FACTOR_REQUIREMENTS = ["urged", "required"] as const;

export const MAX_PASSKEYS = 20;
export const PASSKEY_NAME_MAX = 60;

/** Minutes in which a passkey must sign its challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5;

export const CHALLENGE_PURPOSES = ["add", "sign_in", "confirm_identity"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** Minutes to enter the code after the password was correct. */
export const SECOND_FACTOR_MINUTES = 5;

/** Number of recovery codes. Each works once, and all are regenerated together. */
export const RECOVERY_CODE_COUNT = 10;

/** 32 characters that are hard to confuse, 5 bits each. */
export const RECOVERY_CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const RECOVERY_CODE_LENGTH = 16;

/** Formats random bytes as a recovery code in groups of four. */
export const formatRecoveryCode = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, RECOVERY_CODE_LENGTH), (byte) => RECOVERY_CODE_ALPHABET[byte % 32])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");

/** Normalizes a typed code: removes spaces and dashes, and uppercases it. */
export const normalizeCode = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/** Whether a normalized code is from an authenticator app; others may be recovery codes. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code);
