import { bare } from "./account.ts";

/** How weak passwords are handled: with a warning, or refused. */
export const PASSWORD_CHECKS = ["warn", "refuse"] as const;
export type PasswordCheck = (typeof PASSWORD_CHECKS)[number];

export type Weakness = "common" | "own_name";

export const WEAKNESS_SENTENCE = {
  common: "This is one of the most common passwords, which others try first. Choose another one.",
  own_name: "This is little more than a name of yours, which others try first. Choose another one.",
} as const satisfies Record<Weakness, string>;

/** Shorter names are ignored, because many words contain them. */
const SHORTEST_NAME = 3;
const ENOUGH_BESIDES = 5;

/** Whether a password is little more than one of these names, or a part of an email address. */
export const isOwnName = (password: string, names: readonly string[]): boolean => {
  const said = bare(password);
  return names
    .flatMap((name) => [name, ...name.split("@")])
    .map(bare)
    .some(
      (name) =>
        name.length >= SHORTEST_NAME &&
        said.replaceAll(name, "").length < ENOUGH_BESIDES &&
        said.includes(name),
    );
};

/** Whether a weak password is accepted; never for admins. */
export const mayBeWeak = (check: PasswordCheck, isAdmin: boolean): boolean =>
  check === "warn" && !isAdmin;
