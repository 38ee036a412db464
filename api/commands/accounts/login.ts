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
 * Counts failures by the name that was typed, whether or not an account has it: a lockout must not tell
 * that a username and an address belong together. Unknown devices count per network and from all
 * networks together; a device that signed in before counts alone, so that others cannot lock it out.
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
 * The account, if name and password are right. Each try counts until it has succeeded, so that
 * parallel tries count too. Throws unauthenticated, the same for a wrong name and a wrong password,
 * and too_many_requests, also for more successes in an hour than anybody needs (D53); forbidden for
 * an account that is suspended.
 */
export const login = async (
  context: Context,
  { username, password }: Login,
  { digest, address }: { digest: string | null; address: string },
): Promise<LoginColumns> => {
  const { reads } = context;
  // Lower-cased once, so that no spelling finds the same account under another key.
  const typed = username.toLowerCase();
  const found = await findLogin(reads, typed);
  const isKnown = await isKnownDevice(reads, found?.id ?? 0, digest);
  const counters = countersFor(context, typed, { digest, address, isKnown });
  const note = (event: SecurityEvent) =>
    noteSecurityEvent(context, { event, userId: found?.id ?? null, address });
  await countTry(counters, () => note("locked"));
  if (!(await isPassword(password, found?.password)) || !found) {
    note("sign_in_failed");
    throw new DomainError("unauthenticated", "Wrong username or password");
  }
  await tryHasSucceeded(counters);
  await admit(context, found);
  return found;
};

/** Throws forbidden for an admin who has to come with a passkey, as the operator wants it. */
export const requireMoreThanPassword = (
  { adminsNeedSecondFactor }: Pick<Context["env"], "adminsNeedSecondFactor">,
  user: Pick<LoginColumns, "role" | "hasApp" | "hasPasskey">,
): void => {
  if (adminsNeedSecondFactor && isAdmin(user) && user.hasPasskey && !user.hasApp)
    throw new DomainError("forbidden", "Please sign in with your passkey: admins need one here.");
};
