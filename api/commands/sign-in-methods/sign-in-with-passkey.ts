import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import type { PasskeyAssertion } from "#shared/contract/accounts/sign-in-methods.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "#api/queries/accounts/find-user.ts";
import { assertSignInAllowed } from "../sessions/assert-sign-in-allowed.ts";
import { countLoginAttempt, refundLoginAttempt } from "../sessions/login-throttle.ts";
import { type PasskeyCheck, rejectPasskey, verifyPasskey } from "./verify-passkey.ts";

/**
 * Signs in with a passkey. Failed attempts are limited per network. Throws `invalid`,
 * `too_many_requests`, and `forbidden` for a suspended account.
 */
export const signInWithPasskey = async (
  context: Pick<Context, "env" | "logger" | "sql" | "throttles">,
  answer: PasskeyAssertion,
  { relyingParty, address }: Pick<PasskeyCheck, "relyingParty" | "address">,
): Promise<LoginColumns> => {
  const { sql, throttles } = context;
  const counters = [{ throttle: throttles.loginFromAddress, key: address }];
  await countLoginAttempt(counters, () =>
    recordSecurityEvent(context, { event: "locked", userId: null, address }),
  );
  const check = { purpose: "sign_in", userId: null, relyingParty, address } as const;
  const { userId, sessionEpoch } = await verifyPasskey(context, answer, check);
  const found = await findLoginById(sql, userId);
  if (!found) throw rejectPasskey(context, "unknown", check);
  await refundLoginAttempt(counters);
  await assertSignInAllowed(context, found);
  return { ...found, sessionEpoch };
};
