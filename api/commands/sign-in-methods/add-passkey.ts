import { getViolatedConstraint, mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type {
  RegisterPasskeyRequest,
  Passkey,
  PasskeyCreationOptions,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { PASSKEY_CHALLENGE_MINUTES, MAX_PASSKEYS } from "#shared/domain/accounts/sign-in-method.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { type PasskeyColumns, presentPasskey } from "#api/queries/accounts/list-sign-in-methods.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { endSessionsExcept } from "../sessions/end-sessions-except.ts";
import { parseChallenge, createChallenge, consumeChallenge } from "./passkey-challenges.ts";
import {
  lockOwner,
  assertEmailConfirmed,
  requireConfirmedEmail,
  notifyMethodChanged,
} from "./method-owner.ts";
import type { PasskeyCheck } from "./verify-passkey.ts";
import { loadPasskeyVerifiers, rejectPasskey } from "./verify-passkey.ts";

/** COSE ids of EdDSA, ES256 and RS256. */
const COSE_ALGORITHMS = [-8, -7, -257];

export const listPasskeyCredentials = async (sql: Sql, userId: number) => {
  const rows = await selectRows<{ id: string }>(
    sql,
    `SELECT credential AS id FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows.map(({ id }) => ({ id, type: "public-key" as const }));
};

/** Returns the options for a browser to create a passkey. Throws `email_unconfirmed`. */
export const createPasskeyOptions = async (
  context: Pick<Context, "env" | "sql">,
  viewer: SignedInViewer,
  { id, name }: PasskeyCheck["relyingParty"],
): Promise<PasskeyCreationOptions> => {
  await requireConfirmedEmail(context, viewer);
  const { username } = await getUser(context, viewer);
  return {
    challenge: await createChallenge(context.sql, "add", viewer.id),
    rp: { id, name },
    user: {
      id: Buffer.from(String(viewer.id)).toString("base64url"),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: COSE_ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    excludeCredentials: await listPasskeyCredentials(context.sql, viewer.id),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    timeout: PASSKEY_CHALLENGE_MINUTES * 60_000,
  };
};

const INSERT_PASSKEY_SQL = `
  INSERT INTO passkeys (user_id, credential, public_key, counter, name)
  SELECT $1, $2, $3, $4, $5
   WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < ${MAX_PASSKEYS}
  RETURNING id, name, created_at AS "createdAt", used_at AS "usedAt"`;

/**
 * Stores a passkey that the viewer's browser created, and ends the viewer's other sessions. Returns
 * the new session epoch, which the caller must store in this session. Throws `invalid` for an
 * expired challenge or a failed verification, and `conflict` if the passkey exists or the account
 * has too many.
 */
export const addPasskey = async (
  context: Pick<Context, "env" | "logger" | "db" | "sql" | "enqueue" | "disconnectSession">,
  viewer: SignedInViewer,
  { name, id, clientData, attestation }: RegisterPasskeyRequest,
  { relyingParty, ...client }: ClientInfo & Pick<PasskeyCheck, "relyingParty">,
): Promise<{ passkey: Passkey; epoch: number }> => {
  const reject = (reason: "over" | "unverified") =>
    rejectPasskey(context, reason, { userId: viewer.id, ...client });
  const challenge = parseChallenge(clientData);
  if (!challenge || !(await consumeChallenge(context.sql, challenge, "add", viewer.id)))
    throw reject("over");
  const { verifyRegistrationResponse } = await loadPasskeyVerifiers();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: COSE_ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw reject("unverified");
  const { credential } = registrationInfo;
  try {
    return await withTransaction(context.db, context.logger, async (tx, after) => {
      const owner = await lockOwner(tx, viewer.id);
      assertEmailConfirmed(context, owner);
      const [added] = await mutateRows<PasskeyColumns>(tx, INSERT_PASSKEY_SQL, [
        viewer.id,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        name,
      ]);
      if (!added)
        throw new DomainError("conflict", `An account has at most ${MAX_PASSKEYS} passkeys.`);
      await notifyMethodChanged(
        context,
        tx,
        after,
        owner,
        "sign_in_method_added",
        `the passkey “${name}”`,
      );
      const session = { userId: viewer.id, sessionId: client.sessionId };
      const epoch = await endSessionsExcept(context, tx, after, session);
      return { passkey: presentPasskey(added), epoch };
    });
  } catch (err) {
    if (getViolatedConstraint(err) !== "passkeys_once") throw err;
    throw new DomainError("conflict", "This passkey is already registered.");
  }
};
