export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/;

/** Names that speak for the house. */
const OFFICES = ["admin", "moderator", "support", "root"];

/** Dots and dashes hide nothing, and a name with spaces can only be written with them. */
const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Whether a new user's name pretends to be somebody: exactly an office of the house, or one of these
 * names, the product's and the providers'; or is nothing but dots. Who has such a name keeps it.
 */
export const isPretending = (username: string, names: readonly string[]): boolean =>
  ["", ...[...OFFICES, ...names].map(bare)].includes(bare(username));

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
export const EMAIL_MAX = 254;
/** Years. */
export const MINIMUM_AGE = 16;
