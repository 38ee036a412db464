import {
  findUnsubscribedKind,
  isEmailKindLimited,
  EMAIL_LINK_KINDS,
  buildEmailLink,
  EMAIL_KINDS,
  ONE_CLICK_HEADER_VALUE,
  buildOneClickUrl,
  getRecipientKey,
  EMAIL_TOKEN_PATTERN,
} from "#shared/domain/email.ts";

const TOKEN = `${"a1_-".repeat(10)}end`;

test("only an unsubscribe link turns off a kind of email", () => {
  expect(EMAIL_LINK_KINDS.map((kind) => [kind, findUnsubscribedKind(kind)])).toEqual([
    ["confirm_email", null],
    ["reset_password", null],
    ["change_email", null],
    ["undo_email", null],
    ["sign_in", null],
    ["stop_debate_finished", "debate_finished"],
  ]);
});

test.each([
  [TOKEN, true],
  [TOKEN.slice(1), false],
  [`${TOKEN}a`, false],
  [`a${TOKEN}`, false],
  [`!${TOKEN.slice(1)}`, false],
  ["a", false],
  ["", false],
])("%j has the format of an email token: %p", (token, may) => {
  expect(EMAIL_TOKEN_PATTERN.test(token)).toBe(may);
});

test("a link has its token in the fragment, and a one-click URL has it in the query", () => {
  expect(buildEmailLink("https://debate.example", TOKEN)).toBe(
    `https://debate.example/link#${TOKEN}`,
  );
  expect(buildOneClickUrl("https://debate.example", TOKEN)).toBe(
    `https://debate.example/api/unsubscribe?token=${TOKEN}`,
  );
  expect(ONE_CLICK_HEADER_VALUE).toBe("List-Unsubscribe=One-Click");
});

test.each([
  ["Ada@Example.org", false, "ada@example.org"],
  ["Ada+spam+more@Example.org", false, "ada@example.org"],
  ["ada@a+b.example", false, "ada@a+b.example"],
  ["Ada+spam@Example.org", true, "confirmed ada+spam@example.org"],
])("%s (confirmed: %p) counts as the recipient %s", (email, isConfirmed, recipient) => {
  expect(getRecipientKey(email, isConfirmed)).toBe(recipient);
});

test("only emails that may go to an unconfirmed address are limited", () => {
  expect(EMAIL_KINDS.filter(isEmailKindLimited)).toEqual([
    "confirm_email",
    "reset_password",
    "change_email",
    "sign_in",
  ]);
});
