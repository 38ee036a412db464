import { normalizeName } from "./account.ts";

export const WEAK_PASSWORD_POLICIES = ["warn", "refuse"] as const;
export type WeakPasswordPolicy = (typeof WEAK_PASSWORD_POLICIES)[number];

export type PasswordWeakness = "common" | "own_name";

export const WEAKNESS_MESSAGE = {
  common: "This is one of the most common passwords and easy to guess. Choose another one.",
  own_name: "This is too close to your name or email and easy to guess. Choose another one.",
} as const satisfies Record<PasswordWeakness, string>;

/** Shorter names are ignored, because many words contain them. */
const MIN_NAME_CHARACTERS = 3;
const MIN_OTHER_CHARACTERS = 5;

/**
 * Whether a password is little more than one of these names. For an email address, the parts before
 * and after the @ count as names too.
 */
export const isBasedOnOwnName = (password: string, names: readonly string[]): boolean => {
  const normalized = normalizeName(password);
  return names
    .flatMap((name) => [name, ...name.split("@")])
    .map(normalizeName)
    .some(
      (name) =>
        name.length >= MIN_NAME_CHARACTERS &&
        normalized.replaceAll(name, "").length < MIN_OTHER_CHARACTERS &&
        normalized.includes(name),
    );
};

/** Whether a weak password is accepted; never for admins. */
export const isWeakPasswordAllowed = (policy: WeakPasswordPolicy, isAdmin: boolean): boolean =>
  policy === "warn" && !isAdmin;
