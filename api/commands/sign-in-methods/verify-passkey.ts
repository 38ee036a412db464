import { change, select } from "#infra/db/sql.ts";
import { noteSecurityEvent } from "#infra/operations/note-security-event.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { PasskeyAnswer, PasskeyRequest } from "#shared/contract/sign-in-methods.ts";
import { CHALLENGE_MINUTES, type ChallengePurpose } from "#shared/domain/sign-in-method.ts";
import type { Context } from "../../context.ts";
import { challengeIn, newChallenge, takeChallenge } from "./challenges.ts";

/** With the first passkey: twenty megabytes of certificates and their parsers, which many never need. */
export const fetchVerifiers = () => import("@simplewebauthn/server");

/** What a passkey's answer is held against. */
export interface PasskeyCheck {
  purpose: ChallengePurpose;
  /** Whose it has to be; null where whose it is is the question. */
  userId: number | null;
  /** For whom it has to have signed. */
  party: { id: string; origin: string; name: string };
  /** Where they are signed in, if they are. */
  sessionId?: string;
  /** The network's. */
  address: string;
}

const REFUSALS = {
  over: "That took too long, or was answered before. Please try again.",
  unknown: "This passkey is not known here. It may have been removed from its account.",
  foreign: "This passkey is not one of your account.",
  unverified: "This passkey could not be verified. Please try again.",
} as const;

/** Notes that an answer was not taken, and says why. */
export const refusePasskey = (
  context: Context,
  why: keyof typeof REFUSALS,
  { userId, sessionId, address }: Omit<PasskeyCheck, "party" | "purpose">,
): DomainError => {
  const from = sessionId === undefined ? { address } : { sessionId, address };
  noteSecurityEvent(context, { event: "passkey_refused", userId, ...from });
  return new DomainError("invalid", REFUSALS[why]);
};

/** What a browser needs to have a passkey say who is there. */
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

/** A count that is not higher was used before, by a copy of the passkey; some devices stay at 0. */
const USE = `
  UPDATE passkeys SET counter = $2, used_at = now()
   WHERE id = $1 AND (counter < $2 OR counter = 0) RETURNING id`;

/**
 * Whose passkey has signed what was asked, here, a moment ago and once, and the epoch of their sessions
 * when it was found: a session that begins with it must not outlive a recovery of the account. Throws
 * invalid for everything else, which its owner sees, where there is one.
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
