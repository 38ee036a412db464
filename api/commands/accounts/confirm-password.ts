import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { select } from "#infra/db/sql.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { countTry, tryHasSucceeded } from "./count-tries.ts";
import { isPassword } from "./password.ts";

/** The viewer's session, and the client address that rate limits count by. */
export interface Here {
  sessionId: string;
  address: string;
}

export const isNotPassword = (): DomainError => {
  const message = "That is not your password.";
  return new DomainError("invalid", message, { fields: { password: message } });
};

/**
 * Verifies the viewer's password and returns its stored hash. Failures count like failed logins.
 * Throws invalid for a wrong password, and too_many_requests.
 */
export const confirmPassword = async (
  context: Context,
  { id }: SignedIn,
  password: string,
  here: Here,
): Promise<string> => {
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
  if (!(await isPassword(password, found?.password)) || !found) {
    note("sign_in_failed");
    throw isNotPassword();
  }
  await tryHasSucceeded(counters);
  return found.password;
};
