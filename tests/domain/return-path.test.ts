import { buildAuthPath, parseReturnPath } from "#shared/domain/accounts/return-path.ts";

test.each([
  ["/debate/7", "/auth?tab=login&next=%2Fdebate%2F7"],
  ["/debate/7#turn-4", "/auth?tab=login&next=%2Fdebate%2F7%23turn-4"],
  [
    "/debates/public?q=cats&page=2",
    "/auth?tab=login&next=%2Fdebates%2Fpublic%3Fq%3Dcats%26page%3D2",
  ],
  ["/", "/auth?tab=login"],
  ["/auth?tab=register", "/auth?tab=login"],
  ["/auth?tab=register&next=%2Fcredits", "/auth?tab=login&next=%2Fcredits"],
])("the sign-in link on %s is %s", (from, address) => {
  expect(buildAuthPath("login", from)).toBe(address);
});

test.each(["/debate/7", "/debate/7#turn-4", "/debates/public?q=a%26b&page=2", "/credits", "/"])(
  "a sign-in returns to %s",
  (from) =>
    expect(parseReturnPath(new URL(buildAuthPath("register", from), "http://x").search)).toBe(from),
);

test.each([
  "",
  "https://evil.example/",
  "//evil.example/path",
  "/\\evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/.\\/evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  "debate/7",
  "http://[",
  "/auth?tab=login",
  "/./auth",
])("a sign-in never returns to %j", (next) => {
  expect(parseReturnPath(`?${new URLSearchParams({ next })}`)).toBe("/");
});
