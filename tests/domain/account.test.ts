import { RegisterRequest } from "#shared/contract/accounts/account.ts";
import { isIdentityFresh } from "#shared/domain/accounts/account.ts";

const REGISTRATION = { username: "ada", email: "ada@example.org", password: "secret" };

const listProblems = (fields: Partial<typeof REGISTRATION>) =>
  RegisterRequest.safeParse({ ...REGISTRATION, ...fields }).error?.issues.map(
    ({ message }) => message,
  ) ?? [];

describe("a registration", () => {
  it.each(["ada", "Ada.Lovelace-1_x", "a".repeat(30), "  ada "])(
    "accepts the username %s",
    (username) => {
      expect(listProblems({ username })).toEqual([]);
    },
  );

  const invalidCharacters = "Username may contain letters, digits, dots, dashes and underscores";
  it.each([
    ["ad", "Username must be at least 3 characters"],
    ["a".repeat(31), "Username must be at most 30 characters"],
    ["<b>bob", invalidCharacters],
    ["bob</b>", invalidCharacters],
    ["two words", invalidCharacters],
    ["adä", invalidCharacters],
  ])("rejects the username %s", (username, problem) => {
    expect(listProblems({ username })).toEqual([problem]);
  });

  it.each([
    ["an invalid address", { email: "ada" }, "Invalid email address"],
    [
      "an address of more than 254 characters",
      { email: `${"a".repeat(250)}@b.org` },
      "Invalid email address",
    ],
    [
      "a password of less than 6 characters",
      { password: "12345" },
      "Password must be at least 6 characters",
    ],
    [
      "a password of more than 200 characters",
      { password: "a".repeat(201) },
      "Password must be at most 200 characters",
    ],
  ])("reports %s", (_what, wrong, problem) => {
    expect(listProblems(wrong)).toContain(problem);
  });
});

describe("a confirmed identity", () => {
  const NOW = Date.UTC(2026, 10, 23);
  it.each([
    ["fresh at once", 0, true],
    ["still fresh after 15 minutes", 15 * 60_000, true],
    ["no longer fresh after more than 15 minutes", 15 * 60_000 + 1, false],
  ])("is %s", (_when, ageMs, isFresh) => {
    expect(isIdentityFresh(NOW - ageMs, NOW)).toBe(isFresh);
  });
});
