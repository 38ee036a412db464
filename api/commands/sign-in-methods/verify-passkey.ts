import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { recordSecurityEvent } from "#infra/services/accounts/security-events.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type {
  PasskeyAssertion,
  PasskeyRequestOptions,
} from "#shared/contract/accounts/sign-in-methods.ts";
import {
  PASSKEY_CHALLENGE_MINUTES,
  type ChallengePurpose,
} from "#shared/domain/accounts/sign-in-method.ts";
import type { Context } from "../../context.ts";
import { parseChallenge, createChallenge, consumeChallenge } from "./passkey-challenges.ts";

/** Loads the library on first use, because its certificates and parsers take 20 MB of memory. */
export const loadPasskeyVerifiers = () => import("@simplewebauthn/server");

export interface PasskeyCheck {
  purpose: ChallengePurpose;
  /** Expected owner of the passkey. Null at sign-in. */
  userId: number | null;
  /** The relying party (the site) that the signature must be for. */
  relyingParty: { id: string; origin: string; name: string };
  sessionId?: string;
  address: string;
}

const REFUSAL_MESSAGES = {
  over: "That took too long or was already used. Please try again.",
  unknown: "This passkey is not registered. It may have been removed from its account.",
  foreign: "This passkey belongs to another account.",
  unverified: "This passkey could not be verified. Please try again.",
} as const;

type VerifyPasskeyDeps = Pick<Context, "logger" | "sql">;

/** Records a security event and returns the error to throw. */
export const rejectPasskey = (
  context: VerifyPasskeyDeps,
  reason: keyof typeof REFUSAL_MESSAGES,
  { userId, sessionId, address }: Omit<PasskeyCheck, "relyingParty" | "purpose">,
): DomainError => {
  const origin = sessionId === undefined ? { address } : { sessionId, address };
  recordSecurityEvent(context, { event: "passkey_refused", userId, ...origin });
  return new DomainError("invalid", REFUSAL_MESSAGES[reason]);
};

/** Returns the options for a browser to request a passkey signature. */
export const createPasskeyRequest = async (
  { sql }: Pick<Context, "sql">,
  { purpose, userId, relyingParty }: Omit<PasskeyCheck, "address">,
  allowCredentials: PasskeyRequestOptions["allowCredentials"] = [],
): Promise<PasskeyRequestOptions> => ({
  challenge: await createChallenge(sql, purpose, userId),
  rpId: relyingParty.id,
  allowCredentials,
  userVerification: "required",
  timeout: PASSKEY_CHALLENGE_MINUTES * 60_000,
});

interface StoredPasskey {
  id: number;
  userId: number;
  publicKey: Buffer;
  counter: number;
  sessionEpoch: number;
}

const FIND_PASSKEY_SQL = `
  SELECT p.id, p.user_id AS "userId", p.public_key AS "publicKey", p.counter::float8 AS counter,
         u.session_epoch AS "sessionEpoch"
    FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential = $1`;

/** A counter that does not increase indicates a copied passkey. Some devices always send 0. */
const UPDATE_COUNTER_SQL = `
  UPDATE passkeys SET counter = $2, used_at = now()
   WHERE id = $1 AND (counter < $2 OR counter = 0) RETURNING id`;

/**
 * Verifies a passkey's answer and uses up its challenge. Returns the owner and their session epoch.
 * The epoch is read before the verification, so that an account recovery in between invalidates the
 * new session. Throws `invalid`, and records the refusal as a security event.
 */
export const verifyPasskey = async (
  context: VerifyPasskeyDeps,
  { id, clientData, authenticatorData, signature }: PasskeyAssertion,
  check: PasskeyCheck,
): Promise<Pick<StoredPasskey, "userId" | "sessionEpoch">> => {
  const { purpose, userId, relyingParty } = check;
  const challenge = parseChallenge(clientData);
  if (!challenge || !(await consumeChallenge(context.sql, challenge, purpose, userId)))
    throw rejectPasskey(context, "over", check);
  const [passkey] = await selectRows<StoredPasskey>(context.sql, FIND_PASSKEY_SQL, [id]);
  if (!passkey) throw rejectPasskey(context, "unknown", check);
  if (userId !== null && passkey.userId !== userId) throw rejectPasskey(context, "foreign", check);
  const { verifyAuthenticationResponse } = await loadPasskeyVerifiers();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
  }).catch(() => null);
  const updated =
    verified?.verified === true &&
    (await mutateRows(context.sql, UPDATE_COUNTER_SQL, [
      passkey.id,
      verified.authenticationInfo.newCounter,
    ]));
  if (!updated || updated.length === 0)
    throw rejectPasskey(context, "unverified", { ...check, userId: passkey.userId });
  return passkey;
};
