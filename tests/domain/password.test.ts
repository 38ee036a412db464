import { isBasedOnOwnName, isWeakPasswordAllowed } from "#shared/domain/accounts/password.ts";

const NAMES = ["Ada.Lovelace", "countess@example.org", "xy"];

test.each([
  ["adalovelace", true],
  ["Ada-Lovelace-1815", true],
  ["1815adalovelace", true],
  ["adalovelace18151", false],
  ["countess", true],
  ["example.org", true],
  ["countess@example.org!", true],
  ["adaadalovelace", true],
  ["adalovelaceadalovelace", true],
  // Names of less than three letters are ignored.
  ["xy", false],
  ["xy123", false],
  ["abc", false],
  ["", false],
])("%j is based on an own name: %p", (password, is) => {
  expect(isBasedOnOwnName(password, NAMES)).toBe(is);
});

test("a name of three letters is recognized, and without names every password is accepted", () => {
  expect(isBasedOnOwnName("ada12", ["ada"])).toBe(true);
  expect(isBasedOnOwnName("ada12", [])).toBe(false);
});

test.each([
  ["warn", false, true],
  ["warn", true, false],
  ["refuse", false, false],
  ["refuse", true, false],
] as const)(
  "with the setting %s, a weak password of an admin (%p) is allowed: %p",
  (check, isAdmin, may) => {
    expect(isWeakPasswordAllowed(check, isAdmin)).toBe(may);
  },
);
