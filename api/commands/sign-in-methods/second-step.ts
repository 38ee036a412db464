import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { digestToken, createToken } from "#infra/tokens.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecondFactorRequest } from "#shared/contract/accounts/sign-in-methods.ts";
import type { SecurityEvent } from "#shared/domain/accounts/security-event.ts";
import {
  normalizeCode,
  isAuthenticatorCode,
  SECOND_FACTOR_MINUTES,
} from "#shared/domain/accounts/sign-in-method.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "#api/queries/accounts/find-user.ts";
import { assertNotSuspended } from "../sessions/assert-sign-in-allowed.ts";
import {
  type LoginCounter,
  countLoginAttempt,
  refundLoginAttempt,
} from "../sessions/login-throttle.ts";
import { isKnownDevice } from "../sessions/known-devices.ts";
import { consumeCode } from "./consume-code.ts";

const INSERT_SECOND_STEP_SQL = `
  INSERT INTO second_steps (digest, user_id, session_epoch, expires_at)
  VALUES ($1, $2, $3, now() + interval '${SECOND_FACTOR_MINUTES} minutes')`;

/** Returns a token for the second step of a sign-in. The token permits nothing else. */
export const beginSecondStep = async (
  sql: Sql,
  { id, sessionEpoch }: Pick<LoginColumns, "id" | "sessionEpoch">,
): Promise<string> => {
  const token = createToken();
  await sql.query(INSERT_SECOND_STEP_SQL, [digestToken(token), id, sessionEpoch]);
  return token;
};

const createSecondStepExpiredError = (): DomainError =>
  new DomainError("unauthenticated", "That took too long. Please sign in again.", {
    isDenial: false,
  });

const FIND_SECOND_STEP_SQL = `
  SELECT s.user_id AS "userId", u.suspended_at IS NOT NULL AS "isSuspended"
    FROM second_steps s JOIN users u ON u.id = s.user_id
   WHERE s.digest = $1 AND s.expires_at > now() AND s.session_epoch = u.session_epoch`;
const CONSUME_SECOND_STEP_SQL = `DELETE FROM second_steps WHERE digest = $1 RETURNING session_epoch AS "sessionEpoch"`;

/**
 * Returns the counters of wrong codes. They count by account, which the right password has
 * identified. All unknown devices share one counter, because six digits can be guessed. A known
 * device has a counter of its own.
 */
const buildSecondStepCounters = (
  { throttles }: Pick<Context, "throttles">,
  userId: number,
  { digest, address, isKnown }: { digest: string | null; address: string; isKnown: boolean },
): LoginCounter[] => {
  const account = `id:${userId} second step`;
  return isKnown
    ? [{ throttle: throttles.loginToAccount, key: `${account} device ${digest}` }]
    : [
        { throttle: throttles.loginFromAddress, key: address },
        { throttle: throttles.loginToAccount, key: account },
      ];
};

/**
 * Completes a sign-in with an authenticator or recovery code. Throws `unauthenticated` if the token
 * has expired or all sessions of the account were ended after the password check, `forbidden` for a
 * suspended account, `invalid` for a wrong or used code, and `too_many_requests`.
 */
export const completeSecondStep = async (
  context: Pick<Context, "env" | "logger" | "db" | "sql" | "throttles">,
  { token, code }: SecondFactorRequest,
  { digest, address }: { digest: string | null; address: string },
): Promise<LoginColumns> => {
  const { sql, db, logger } = context;
  const step = digestToken(token);
  const [found] = await selectRows<{ userId: number; isSuspended: boolean }>(
    sql,
    FIND_SECOND_STEP_SQL,
    [step],
  );
  if (!found) throw createSecondStepExpiredError();
  assertNotSuspended(context, found);
  const { userId } = found;
  const recordEvent = (event: SecurityEvent) =>
    recordSecurityEvent(context, { event, userId, address });
  const isKnown = await isKnownDevice(sql, userId, digest);
  const counters = buildSecondStepCounters(context, userId, { digest, address, isKnown });
  await countLoginAttempt(counters, () => recordEvent("locked"));
  const normalizedCode = normalizeCode(code);
  const sessionEpoch = await withTransaction(db, logger, async (tx) => {
    const [consumed] = await mutateRows<{ sessionEpoch: number }>(tx, CONSUME_SECOND_STEP_SQL, [
      step,
    ]);
    if (!consumed) throw createSecondStepExpiredError();
    if (await consumeCode(tx, userId, normalizedCode)) return consumed.sessionEpoch;
    recordEvent("second_step_failed");
    const message = "That code is wrong or was already used.";
    throw new DomainError("invalid", message, { fields: { code: message } });
  });
  await refundLoginAttempt(counters);
  if (!isAuthenticatorCode(normalizedCode)) recordEvent("recovery_code_used");
  const user = await findLoginById(sql, userId);
  if (!user) throw createSecondStepExpiredError();
  return { ...user, sessionEpoch };
};
