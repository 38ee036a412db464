import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type { LoginRequest } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import { isAdmin } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { findLogin, type LoginColumns } from "#api/queries/accounts/find-user.ts";
import { assertSignInAllowed } from "./assert-sign-in-allowed.ts";
import { type LoginCounter, countLoginAttempt, refundLoginAttempt } from "./login-throttle.ts";
import { isKnownDevice } from "./known-devices.ts";
import { verifyPassword } from "../accounts/password-hash.ts";

/**
 * Returns the counters of failed sign-ins. They count by the typed name, whether or not an account
 * has it. If they counted by account, a lockout would reveal that a username and an email address
 * belong together. Unknown devices count per network and globally. A known device has a counter of
 * its own, so that other devices cannot lock it out.
 */
const buildLoginCounters = (
  { throttles }: Pick<Context, "throttles">,
  typed: string,
  { digest, address, isKnown }: { digest: string | null; address: string; isKnown: boolean },
): LoginCounter[] =>
  isKnown
    ? [{ throttle: throttles.loginToAccount, key: `${typed} device ${digest}` }]
    : [
        { throttle: throttles.loginFromAddress, key: address },
        { throttle: throttles.loginToAccount, key: `${typed} from ${address}` },
        { throttle: throttles.loginFromAnywhere, key: typed },
      ];

/**
 * Returns the account if name and password are right. Throws `unauthenticated` for a wrong password
 * or an unknown name (with the same message), `forbidden` for a suspended account, and
 * `too_many_requests`. Failures are limited, and so are sign-ins per hour
 * (docs/decisions/0008-session-lifetimes.md).
 */
export const login = async (
  context: Pick<Context, "env" | "logger" | "sql" | "throttles">,
  { username, password }: LoginRequest,
  { digest, address }: { digest: string | null; address: string },
): Promise<LoginColumns> => {
  const { sql } = context;
  // The name is converted to lower case, so that another spelling of it does not get a new limit.
  const typed = username.toLowerCase();
  const found = await findLogin(sql, typed);
  const isKnown = await isKnownDevice(sql, found?.id ?? 0, digest);
  const counters = buildLoginCounters(context, typed, { digest, address, isKnown });
  const recordEvent = (event: SecurityEvent) =>
    recordSecurityEvent(context, { event, userId: found?.id ?? null, address });
  await countLoginAttempt(counters, () => recordEvent("locked"));
  if (!(await verifyPassword(password, found?.password)) || !found) {
    recordEvent("sign_in_failed");
    throw new DomainError("unauthenticated", "Wrong username or password", { isDenial: false });
  }
  await refundLoginAttempt(counters);
  await assertSignInAllowed(context, found);
  return found;
};

/**
 * Throws `forbidden` for an admin who must sign in with a passkey: the server requires a second
 * factor from admins, and the account has a passkey but no authenticator app.
 */
export const assertPasswordSignInAllowed = (
  { adminsNeedSecondFactor }: Pick<Context["env"], "adminsNeedSecondFactor">,
  user: Pick<LoginColumns, "role" | "hasApp" | "hasPasskey">,
): void => {
  if (adminsNeedSecondFactor && isAdmin(user) && user.hasPasskey && !user.hasApp)
    throw new DomainError("forbidden", "Please sign in with your passkey: admins need one here.");
};
