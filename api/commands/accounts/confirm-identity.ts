import { transact } from "#infra/db/transaction.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { ConfirmIdentity } from "#shared/contract/account.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import { bareCode, isAppCode } from "#shared/domain/sign-in-method.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { findLoginById } from "../../queries/find-user.ts";
import { takeCode } from "../sign-in-methods/take-code.ts";
import { confirmPassword, type Here } from "./confirm-password.ts";
import { countTry, tryHasSucceeded } from "./count-tries.ts";

const isWrongCode = (message: string): DomainError =>
  new DomainError("invalid", message, { fields: { code: message } });

/**
 * Accepts a code of the authenticator app or a recovery code. Tries are limited, because six digits
 * can be guessed.
 */
const confirmCode = async (
  context: Context,
  { id }: SignedIn,
  code: string,
  here: Here,
): Promise<void> => {
  const { db, logger, throttles } = context;
  const note = (event: SecurityEvent) => noteSecurityEvent(context, { event, userId: id, ...here });
  const counters = [
    { throttle: throttles.loginFromAddress, key: here.address },
    { throttle: throttles.loginToAccount, key: `id:${id} code signed in` },
  ];
  await countTry(counters, () => note("locked"));
  if (!(await transact(db, logger, (tx) => takeCode(tx, id, code)))) {
    note("second_step_failed");
    throw isWrongCode("That code is not right, or was used before.");
  }
  await tryHasSucceeded(counters);
  if (!isAppCode(code)) note("recovery_code_used");
};

/**
 * Re-authenticates the viewer with the password, and with a code if an authenticator app is set up.
 * Throws invalid, also for an account that only has passkeys, and too_many_requests.
 */
export const confirmIdentity = async (
  context: Context,
  viewer: SignedIn,
  { password, code }: ConfirmIdentity,
  here: Here,
): Promise<void> => {
  const user = await findLoginById(context.reads, viewer.id);
  if (user?.hasPasskey && !user.hasApp)
    throw new DomainError("invalid", "Your account has a passkey. Please confirm with that.");
  await confirmPassword(context, viewer, password, here);
  if (!user?.hasApp) return;
  if (code === undefined) throw isWrongCode("Enter a code of your authenticator app, too.");
  await confirmCode(context, viewer, bareCode(code), here);
};
