/** Passkeys of one account. */
export const MOST_PASSKEYS = 20;
export const PASSKEY_NAME_MAX = 60;

/** So long a passkey may take to sign what it is asked to. */
export const CHALLENGE_MINUTES = 5;

/** What a passkey is asked to sign something for. */
export const CHALLENGE_PURPOSES = ["add", "sign_in", "confirm_identity"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];
