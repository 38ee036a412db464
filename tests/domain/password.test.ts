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
  // Too short a name to be found in other words, and one that is not in them at all.
  ["xy", false],
  ["xy123", false],
  ["abc", false],
  ["", false],
])("%j is hardly more than a name: %p", (password, is) => {
  expect(isBasedOnOwnName(password, NAMES)).toBe(is);
});

test("a name of three letters is found, and nothing where there is no name", () => {
  expect(isBasedOnOwnName("ada12", ["ada"])).toBe(true);
  expect(isBasedOnOwnName("ada12", [])).toBe(false);
});

test.each([
  ["warn", false, true],
  ["warn", true, false],
  ["refuse", false, false],
  ["refuse", true, false],
] as const)("where others %s, a weak one of an admin (%p) is taken: %p", (check, isAdmin, may) => {
  expect(isWeakPasswordAllowed(check, isAdmin)).toBe(may);
});
