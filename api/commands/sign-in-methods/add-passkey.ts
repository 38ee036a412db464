import { brokenConstraint, change, select, type Sql } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { NewPasskey, Passkey, PasskeyCreation } from "#shared/contract/sign-in-methods.ts";
import { CHALLENGE_MINUTES, MOST_PASSKEYS } from "#shared/domain/sign-in-method.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "../../queries/get-user.ts";
import { type PasskeyColumns, passkeyView } from "../../queries/list-sign-in-methods.ts";
import type { Here } from "../accounts/confirm-password.ts";
import { endSessionsBut } from "../accounts/end-other-sessions.ts";
import { challengeIn, newChallenge, takeChallenge } from "./challenges.ts";
import {
  lockOwner,
  requireConfirmed,
  requireConfirmedAddress,
  tellOfMethod,
} from "./tell-of-method.ts";
import type { PasskeyCheck } from "./verify-passkey.ts";
import { fetchVerifiers, refusePasskey } from "./verify-passkey.ts";

/** COSE ids of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

export const credentialsOf = async (sql: Sql, userId: number) => {
  const rows = await select<{ id: string }>(
    sql,
    `SELECT credential AS id FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows.map(({ id }) => ({ id, type: "public-key" as const }));
};

/** Returns the options for a browser to create a passkey. Throws email_unconfirmed. */
export const offerPasskey = async (
  context: Context,
  viewer: SignedIn,
  { id, name }: PasskeyCheck["party"],
): Promise<PasskeyCreation> => {
  await requireConfirmedAddress(context, viewer);
  const { username } = await getUser(context, viewer);
  return {
    challenge: await newChallenge(context.reads, "add", viewer.id),
    rp: { id, name },
    user: {
      id: Buffer.from(String(viewer.id)).toString("base64url"),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    excludeCredentials: await credentialsOf(context.reads, viewer.id),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    timeout: CHALLENGE_MINUTES * 60_000,
  };
};

const ADD = `
  INSERT INTO passkeys (user_id, credential, public_key, counter, name)
  SELECT $1, $2, $3, $4, $5
   WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < ${MOST_PASSKEYS}
  RETURNING id, name, created_at AS "createdAt", used_at AS "usedAt"`;

/**
 * Stores a passkey that the viewer's browser created, and ends their other sessions. Returns the
 * epoch that this session continues with. Throws invalid for an expired challenge or a failed
 * verification, and conflict if the passkey exists or the account has too many.
 */
export const addPasskey = async (
  context: Context,
  viewer: SignedIn,
  { name, id, clientData, attestation }: NewPasskey,
  { party, ...here }: Here & Pick<PasskeyCheck, "party">,
): Promise<{ passkey: Passkey; epoch: number }> => {
  const refuse = (why: "over" | "unverified") =>
    refusePasskey(context, why, { userId: viewer.id, ...here });
  const challenge = challengeIn(clientData);
  if (!challenge || !(await takeChallenge(context.reads, challenge, "add", viewer.id)))
    throw refuse("over");
  const { verifyRegistrationResponse } = await fetchVerifiers();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refuse("unverified");
  const { credential } = registrationInfo;
  try {
    return await transact(context.db, context.logger, async (tx, after) => {
      const owner = await lockOwner(tx, viewer.id);
      requireConfirmed(context, owner);
      const [added] = await change<PasskeyColumns>(tx, ADD, [
        viewer.id,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        name,
      ]);
      if (!added)
        throw new DomainError("conflict", `An account has at most ${MOST_PASSKEYS} passkeys.`);
      await tellOfMethod(
        context,
        tx,
        after,
        owner,
        "sign_in_method_added",
        `the passkey “${name}”`,
      );
      const session = { userId: viewer.id, sessionId: here.sessionId };
      const epoch = await endSessionsBut(context, tx, after, session);
      return { passkey: passkeyView(added), epoch };
    });
  } catch (err) {
    if (brokenConstraint(err) !== "passkeys_once") throw err;
    throw new DomainError("conflict", "This passkey is known here already.");
  }
};
