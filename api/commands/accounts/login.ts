import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { Login } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import { isAdmin } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { findLogin, type LoginColumns } from "../../queries/find-user.ts";
import { admit } from "./admit.ts";
import { type Counter, countTry, tryHasSucceeded } from "./count-tries.ts";
import { isKnownDevice } from "./note-device.ts";
import { isPassword } from "./password.ts";

/**
 * Limits count by the typed name, whether or not an account has it: otherwise a lockout would
 * reveal that a username and an email address belong together. Unknown devices count per network
 * and globally. A known device has its own count, so others cannot lock it out.
 */
const countersFor = (
  { throttles }: Context,
  typed: string,
  { digest, address, isKnown }: { digest: string | null; address: string; isKnown: boolean },
): Counter[] =>
  isKnown
    ? [{ throttle: throttles.loginToAccount, key: `${typed} device ${digest}` }]
    : [
        { throttle: throttles.loginFromAddress, key: address },
        { throttle: throttles.loginToAccount, key: `${typed} from ${address}` },
        { throttle: throttles.loginFromAnywhere, key: typed },
      ];

/**
 * Returns the account if name and password are right. Throws unauthenticated (the same for a wrong
 * name), forbidden for a suspended account, and too_many_requests. Failures are limited, and so are
 * sign-ins per hour (docs/decisions/0008-session-lifetimes.md).
 */
export const login = async (
  context: Context,
  { username, password }: Login,
  { digest, address }: { digest: string | null; address: string },
): Promise<LoginColumns> => {
  const { reads } = context;
  // Lower-case, so that another spelling of a name does not get a fresh limit.
  const typed = username.toLowerCase();
  const found = await findLogin(reads, typed);
  const isKnown = await isKnownDevice(reads, found?.id ?? 0, digest);
  const counters = countersFor(context, typed, { digest, address, isKnown });
  const note = (event: SecurityEvent) =>
    noteSecurityEvent(context, { event, userId: found?.id ?? null, address });
  await countTry(counters, () => note("locked"));
  if (!(await isPassword(password, found?.password)) || !found) {
    note("sign_in_failed");
    throw new DomainError("unauthenticated", "Wrong username or password", { isDenial: false });
  }
  await tryHasSucceeded(counters);
  await admit(context, found);
  return found;
};

/**
 * Throws forbidden for an admin who must sign in with a passkey: the server requires a second
 * factor of admins, and the account has a passkey but no authenticator app.
 */
export const requireMoreThanPassword = (
  { adminsNeedSecondFactor }: Pick<Context["env"], "adminsNeedSecondFactor">,
  user: Pick<LoginColumns, "role" | "hasApp" | "hasPasskey">,
): void => {
  if (adminsNeedSecondFactor && isAdmin(user) && user.hasPasskey && !user.hasApp)
    throw new DomainError("forbidden", "Please sign in with your passkey: admins need one here.");
};
