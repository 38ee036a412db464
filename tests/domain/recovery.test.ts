import {
  isSessionKept,
  NOTHING_REMOVED,
  describeRemovedAccess,
  isAccessRemoved,
} from "#shared/domain/accounts/account-recovery.ts";
import { EMAIL_LINK_KINDS } from "#shared/domain/email.ts";

const uses = [true, false].flatMap((isConfirmed) =>
  [true, false].map((isOwnSession) => ({ isConfirmed, isOwnSession })),
);

test("a link removes all other access where it recovers an account or first proves an address", () => {
  const removing = Object.fromEntries(
    EMAIL_LINK_KINDS.map((kind) => [
      kind,
      uses.map((use) => (isAccessRemoved(kind, use) ? 1 : 0)).join(""),
    ]),
  );
  // A 1 means that the link removes all other access. The first two digits are for a confirmed
  // address, the last two for an unconfirmed one. In each pair, the first is for a link used in the
  // account's own session, the second for one used elsewhere.
  expect(removing).toEqual({
    confirm_email: "0011",
    reset_password: "1111",
    change_email: "0111",
    undo_email: "1111",
    sign_in: "0011",
    stop_debate_finished: "0000",
  });
});

test("the session that uses a link is kept only for links that its own user requested", () => {
  expect(EMAIL_LINK_KINDS.filter((kind) => isSessionKept(kind, true))).toEqual([
    "confirm_email",
    "change_email",
  ]);
  expect(EMAIL_LINK_KINDS.filter((kind) => isSessionKept(kind, false))).toEqual([]);
});

test("removed access is described by counts", () => {
  expect(describeRemovedAccess(NOTHING_REMOVED)).toEqual([]);
  expect(
    describeRemovedAccess({
      sessions: 2,
      passkeys: 1,
      apps: 1,
      recoveryCodes: 10,
      devices: 1,
      links: 3,
    }),
  ).toEqual([
    "2 sessions",
    "1 passkey",
    "1 authenticator app",
    "10 recovery codes",
    "1 known device",
    "3 unused email links",
  ]);
});
