import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { selectRows } from "#infra/db/sql.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { countLoginAttempt, refundLoginAttempt } from "../sessions/login-throttle.ts";
import { verifyPassword } from "./password-hash.ts";

/** The viewer's session, and the client address that rate limits count by. */
export interface ClientInfo {
  sessionId: string;
  address: string;
}

export const createWrongPasswordError = (): DomainError => {
  const message = "Wrong password.";
  return new DomainError("invalid", message, { fields: { password: message } });
};

/**
 * Verifies the viewer's password and returns its stored hash. Failures count like failed logins.
 * Throws `invalid` for a wrong password, and `too_many_requests`.
 */
export const confirmPassword = async (
  context: Pick<Context, "logger" | "sql" | "throttles">,
  { id }: SignedInViewer,
  password: string,
  client: ClientInfo,
): Promise<string> => {
  const { sql, throttles } = context;
  const recordEvent = (event: SecurityEvent) =>
    recordSecurityEvent(context, { event, userId: id, ...client });
  const counters = [
    { throttle: throttles.loginFromAddress, key: client.address },
    { throttle: throttles.loginToAccount, key: `id:${id} signed in` },
  ];
  await countLoginAttempt(counters, () => recordEvent("locked"));
  const [found] = await selectRows<{ password: string }>(
    sql,
    `SELECT password FROM users WHERE id = $1`,
    [id],
  );
  if (!(await verifyPassword(password, found?.password)) || !found) {
    recordEvent("sign_in_failed");
    throw createWrongPasswordError();
  }
  await refundLoginAttempt(counters);
  return found.password;
};
