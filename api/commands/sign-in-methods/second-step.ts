import { change, select, type Sql } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { digestOf, newToken } from "#infra/mail-token.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { SecondStep } from "#shared/contract/sign-in-methods.ts";
import type { SecurityEvent } from "#shared/domain/security-event.ts";
import { bareCode, isAppCode, SECOND_STEP_MINUTES } from "#shared/domain/sign-in-method.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "../../queries/find-user.ts";
import { refuseSuspended } from "../accounts/admit.ts";
import { type Counter, countTry, tryHasSucceeded } from "../accounts/count-tries.ts";
import { isKnownDevice } from "../accounts/note-device.ts";
import { keepForMinutes } from "./keep-for-minutes.ts";
import { takeCode } from "./take-code.ts";

const BEGIN = keepForMinutes({
  table: "second_steps",
  columns: ["digest", "user_id", "session_epoch"],
  minutes: SECOND_STEP_MINUTES,
});

/** Returns a token for the second step of a sign-in. It permits nothing else. */
export const beginSecondStep = async (
  sql: Sql,
  { id, sessionEpoch }: Pick<LoginColumns, "id" | "sessionEpoch">,
): Promise<string> => {
  const token = newToken();
  await sql.query(BEGIN, [digestOf(token), id, sessionEpoch]);
  return token;
};

const isOver = (): DomainError =>
  new DomainError("unauthenticated", "That took too long. Please sign in again.", {
    isDenial: false,
  });

const FIND = `
  SELECT s.user_id AS "userId", u.suspended_at IS NOT NULL AS "isSuspended"
    FROM second_steps s JOIN users u ON u.id = s.user_id
   WHERE s.digest = $1 AND s.expires_at > now() AND s.session_epoch = u.session_epoch`;
const TAKE = `DELETE FROM second_steps WHERE digest = $1 RETURNING session_epoch AS "sessionEpoch"`;

/**
 * Limits count by account, which is known only after a right password. Unknown devices share one
 * count, because six digits can be guessed. A known device has its own count.
 */
const countersFor = (
  { throttles }: Context,
  userId: number,
  { digest, address, isKnown }: { digest: string | null; address: string; isKnown: boolean },
): Counter[] => {
  const account = `id:${userId} second step`;
  return isKnown
    ? [{ throttle: throttles.loginToAccount, key: `${account} device ${digest}` }]
    : [
        { throttle: throttles.loginFromAddress, key: address },
        { throttle: throttles.loginToAccount, key: account },
      ];
};

/**
 * Completes a sign-in with an authenticator or recovery code. Throws unauthenticated if the token
 * expired or the account's sessions have ended since, forbidden for a suspended account, invalid
 * for a wrong or used code, and too_many_requests.
 */
export const takeSecondStep = async (
  context: Context,
  { token, code }: SecondStep,
  { digest, address }: { digest: string | null; address: string },
): Promise<LoginColumns> => {
  const { reads, db, logger } = context;
  const step = digestOf(token);
  const [found] = await select<{ userId: number; isSuspended: boolean }>(reads, FIND, [step]);
  if (!found) throw isOver();
  refuseSuspended(context, found);
  const { userId } = found;
  const note = (event: SecurityEvent) => noteSecurityEvent(context, { event, userId, address });
  const isKnown = await isKnownDevice(reads, userId, digest);
  const counters = countersFor(context, userId, { digest, address, isKnown });
  await countTry(counters, () => note("locked"));
  const bare = bareCode(code);
  const sessionEpoch = await transact(db, logger, async (tx) => {
    const [taken] = await change<{ sessionEpoch: number }>(tx, TAKE, [step]);
    if (!taken) throw isOver();
    if (await takeCode(tx, userId, bare)) return taken.sessionEpoch;
    note("second_step_failed");
    const message = "That code is not right, or was used before.";
    throw new DomainError("invalid", message, { fields: { code: message } });
  });
  await tryHasSucceeded(counters);
  if (!isAppCode(bare)) note("recovery_code_used");
  const user = await findLoginById(reads, userId);
  if (!user) throw isOver();
  return { ...user, sessionEpoch };
};
