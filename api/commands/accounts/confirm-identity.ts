import { withTransaction } from "#infra/db/transaction.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type { ConfirmIdentityRequest } from "#shared/contract/accounts/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import { normalizeCode, isAuthenticatorCode } from "#shared/domain/accounts/sign-in-method.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { findLoginById } from "#api/queries/accounts/find-user.ts";
import { consumeCode } from "../sign-in-methods/consume-code.ts";
import { confirmPassword, type ClientInfo } from "./confirm-password.ts";
import { countLoginAttempt, refundLoginAttempt } from "../sessions/login-throttle.ts";

const createWrongCodeError = (message: string): DomainError =>
  new DomainError("invalid", message, { fields: { code: message } });

type ConfirmIdentityDeps = Pick<Context, "logger" | "db" | "sql" | "throttles">;

/**
 * Checks and uses up a code of the authenticator app, or a recovery code. Failures are limited,
 * because six digits can be guessed.
 */
const confirmCode = async (
  context: ConfirmIdentityDeps,
  { id }: SignedInViewer,
  code: string,
  client: ClientInfo,
): Promise<void> => {
  const { db, logger, throttles } = context;
  const recordEvent = (event: SecurityEvent) =>
    recordSecurityEvent(context, { event, userId: id, ...client });
  const counters = [
    { throttle: throttles.loginFromAddress, key: client.address },
    { throttle: throttles.loginToAccount, key: `id:${id} code signed in` },
  ];
  await countLoginAttempt(counters, () => recordEvent("locked"));
  if (!(await withTransaction(db, logger, (tx) => consumeCode(tx, id, code)))) {
    recordEvent("second_step_failed");
    throw createWrongCodeError("That code is wrong or was already used.");
  }
  await refundLoginAttempt(counters);
  if (!isAuthenticatorCode(code)) recordEvent("recovery_code_used");
};

/**
 * Confirms the viewer's identity with the password, and with a code if an authenticator app is set
 * up. Throws `invalid` for wrong input and for an account that has a passkey but no app, and
 * `too_many_requests`.
 */
export const confirmIdentity = async (
  context: ConfirmIdentityDeps,
  viewer: SignedInViewer,
  { password, code }: ConfirmIdentityRequest,
  client: ClientInfo,
): Promise<void> => {
  const user = await findLoginById(context.sql, viewer.id);
  if (user?.hasPasskey && !user.hasApp)
    throw new DomainError(
      "invalid",
      "Your account has a passkey. Please confirm with your passkey.",
    );
  await confirmPassword(context, viewer, password, client);
  if (!user?.hasApp) return;
  if (code === undefined)
    throw createWrongCodeError("Also enter a code from your authenticator app.");
  await confirmCode(context, viewer, normalizeCode(code), client);
};
