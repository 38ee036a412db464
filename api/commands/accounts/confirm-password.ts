import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { select } from "#infra/db/sql.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { countTry, tryHasSucceeded } from "./count-tries.ts";
import { isPassword } from "./password.ts";

/** Where somebody is signed in, as they ask for something. */
export interface Here {
  sessionId: string;
  address: string;
}

/**
 * Asks who is signed in for the password once more. Failures count as those at signing in do. Throws
 * invalid for another password, and too_many_requests.
 */
export const confirmPassword = async (
  context: Context,
  { id }: SignedIn,
  password: string,
  here: Here,
): Promise<void> => {
  const { reads, throttles } = context;
  const note = (event: SecurityEvent) => noteSecurityEvent(context, { event, userId: id, ...here });
  const counters = [
    { throttle: throttles.loginFromAddress, key: here.address },
    { throttle: throttles.loginToAccount, key: `id:${id} signed in` },
  ];
  await countTry(counters, () => note("locked"));
  const [found] = await select<{ password: string }>(
    reads,
    `SELECT password FROM users WHERE id = $1`,
    [id],
  );
  if (!(await isPassword(password, found?.password))) {
    note("sign_in_failed");
    const message = "That is not your password.";
    throw new DomainError("invalid", message, { fields: { password: message } });
  }
  await tryHasSucceeded(counters);
};
