import { change, select } from "#infra/db/sql.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PasskeyAnswer, PasskeyRequest } from "#shared/contract/sign-in-methods.ts";
import { CHALLENGE_MINUTES, type ChallengePurpose } from "#shared/domain/sign-in-method.ts";
import type { Context } from "../../context.ts";
import { challengeIn, newChallenge, takeChallenge } from "./challenges.ts";

/** Loaded on first use: its certificates and parsers take 20 MB. */
export const fetchVerifiers = () => import("@simplewebauthn/server");

export interface PasskeyCheck {
  purpose: ChallengePurpose;
  /** Expected owner of the passkey. Null at sign-in. */
  userId: number | null;
  /** The relying party that the signature must be for. */
  party: { id: string; origin: string; name: string };
  /** The viewer's session, if signed in. */
  sessionId?: string;
  address: string;
}

const REFUSALS = {
  over: "That took too long, or was answered before. Please try again.",
  unknown: "This passkey is not known here. It may have been removed from its account.",
  foreign: "This passkey is not one of your account.",
  unverified: "This passkey could not be verified. Please try again.",
} as const;

/** Records a security event and returns the error to throw. */
export const refusePasskey = (
  context: Context,
  why: keyof typeof REFUSALS,
  { userId, sessionId, address }: Omit<PasskeyCheck, "party" | "purpose">,
): DomainError => {
  const from = sessionId === undefined ? { address } : { sessionId, address };
  noteSecurityEvent(context, { event: "passkey_refused", userId, ...from });
  return new DomainError("invalid", REFUSALS[why]);
};

/** Returns the options for a browser to request a passkey signature. */
export const askPasskey = async (
  { reads }: Context,
  { purpose, userId, party }: Omit<PasskeyCheck, "address">,
  allowCredentials: PasskeyRequest["allowCredentials"] = [],
): Promise<PasskeyRequest> => ({
  challenge: await newChallenge(reads, purpose, userId),
  rpId: party.id,
  allowCredentials,
  userVerification: "required",
  timeout: CHALLENGE_MINUTES * 60_000,
});

interface Known {
  id: number;
  userId: number;
  publicKey: Buffer;
  counter: number;
  sessionEpoch: number;
}

const FIND = `
  SELECT p.id, p.user_id AS "userId", p.public_key AS "publicKey", p.counter::float8 AS counter,
         u.session_epoch AS "sessionEpoch"
    FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential = $1`;

/** A counter that does not increase indicates a copied passkey. Some devices always send 0. */
const USE = `
  UPDATE passkeys SET counter = $2, used_at = now()
   WHERE id = $1 AND (counter < $2 OR counter = 0) RETURNING id`;

/**
 * Verifies a passkey's answer and uses up its challenge. Returns the owner and their session epoch
 * as read before the verification, so that an account recovery invalidates the new session. Throws
 * invalid, and records the refusal as a security event.
 */
export const verifyPasskey = async (
  context: Context,
  { id, clientData, authenticatorData, signature }: PasskeyAnswer,
  check: PasskeyCheck,
): Promise<Pick<Known, "userId" | "sessionEpoch">> => {
  const { purpose, userId, party } = check;
  const challenge = challengeIn(clientData);
  if (!challenge || !(await takeChallenge(context.reads, challenge, purpose, userId)))
    throw refusePasskey(context, "over", check);
  const [known] = await select<Known>(context.reads, FIND, [id]);
  if (!known) throw refusePasskey(context, "unknown", check);
  if (userId !== null && known.userId !== userId) throw refusePasskey(context, "foreign", check);
  const { verifyAuthenticationResponse } = await fetchVerifiers();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
  }).catch(() => null);
  const used =
    verified?.verified === true &&
    (await change(context.reads, USE, [known.id, verified.authenticationInfo.newCounter]));
  if (!used || used.length === 0)
    throw refusePasskey(context, "unverified", { ...check, userId: known.userId });
  return known;
};
