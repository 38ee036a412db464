import { RegisterRequest } from "#shared/contract/accounts/account.ts";
import { isIdentityFresh } from "#shared/domain/accounts/account.ts";

const PERSON = { username: "ada", email: "ada@example.org", password: "secret" };

const problemsOf = (person: Partial<typeof PERSON>) =>
  RegisterRequest.safeParse({ ...PERSON, ...person }).error?.issues.map(({ message }) => message) ??
  [];

describe("who registers", () => {
  it.each(["ada", "Ada.Lovelace-1_x", "a".repeat(30), "  ada "])("may be called %s", (username) => {
    expect(problemsOf({ username })).toEqual([]);
  });

  const strange = "Username may hold letters, digits, dots, dashes and underscores";
  it.each([
    ["ad", "Username must be at least 3 characters"],
    ["a".repeat(31), "Username must be at most 30 characters"],
    ["<b>bob", strange],
    ["bob</b>", strange],
    ["two words", strange],
    ["adä", strange],
  ])("may not be called %s", (username, problem) => {
    expect(problemsOf({ username })).toEqual([problem]);
  });

  it.each([
    ["an address that is none", { email: "ada" }, "Invalid email address"],
    ["an endless address", { email: `${"a".repeat(250)}@b.org` }, "Invalid email address"],
    ["a short password", { password: "12345" }, "Password must be at least 6 characters"],
    ["an endless one", { password: "a".repeat(201) }, "Password must be at most 200 characters"],
  ])("is told of %s", (_what, wrong, problem) => {
    expect(problemsOf(wrong)).toContain(problem);
  });
});

describe("who has proved who they are", () => {
  const NOW = Date.UTC(2026, 10, 23);
  it.each([
    ["just now", 0, true],
    ["a quarter of an hour ago", 15 * 60_000, true],
    ["longer ago", 15 * 60_000 + 1, false],
  ])("%s is, or is not, asked again", (_when, ago, isFresh) => {
    expect(isIdentityFresh(NOW - ago, NOW)).toBe(isFresh);
  });
});
