import { bare } from "./account.ts";

/** What is done about a password that others guess: it is said, or it is not taken. */
export const PASSWORD_CHECKS = ["warn", "refuse"] as const;
export type PasswordCheck = (typeof PASSWORD_CHECKS)[number];

export type Weakness = "common" | "own_name";

/** What is said of it to whoever has chosen it. */
export const WEAKNESS_SENTENCE = {
  common: "This is one of the most common passwords, which others try first. Choose another one.",
  own_name: "This is little more than a name of yours, which others try first. Choose another one.",
} as const satisfies Record<Weakness, string>;

/** Shorter names are in many words. */
const SHORTEST_NAME = 3;
/** Letters and digits that make a password another one than the name in it. */
const ENOUGH_BESIDES = 5;

/** Whether a password is hardly more than one of these names, or a part of an address. */
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

/** Whether a password that is weak is taken from somebody of this role. */
export const mayBeWeak = (check: PasswordCheck, isAdmin: boolean): boolean =>
  check === "warn" && !isAdmin;
