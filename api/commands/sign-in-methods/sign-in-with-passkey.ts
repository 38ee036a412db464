import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import type { PasskeyAnswer } from "#shared/contract/sign-in-methods.ts";
import type { Context } from "../../context.ts";
import { findLoginById, type LoginColumns } from "../../queries/find-user.ts";
import { admit } from "../accounts/admit.ts";
import { countTry, tryHasSucceeded } from "../accounts/count-tries.ts";
import { type PasskeyCheck, refusePasskey, verifyPasskey } from "./verify-passkey.ts";

/**
 * Signs in with a passkey. Tries count per network until one succeeds. Throws invalid,
 * too_many_requests, and forbidden for a suspended account.
 */
export const signInWithPasskey = async (
  context: Context,
  answer: PasskeyAnswer,
  { party, address }: Pick<PasskeyCheck, "party" | "address">,
): Promise<LoginColumns> => {
  const { reads, throttles } = context;
  const counters = [{ throttle: throttles.loginFromAddress, key: address }];
  await countTry(counters, () =>
    noteSecurityEvent(context, { event: "locked", userId: null, address }),
  );
  const check = { purpose: "sign_in", userId: null, party, address } as const;
  const { userId, sessionEpoch } = await verifyPasskey(context, answer, check);
  const found = await findLoginById(reads, userId);
  if (!found) throw refusePasskey(context, "unknown", check);
  await tryHasSucceeded(counters);
  await admit(context, found);
  return { ...found, sessionEpoch };
};
