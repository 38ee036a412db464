import { randomBytes } from "node:crypto";
import { change, select } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import { digestOf } from "#infra/mail-token.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { RecoveryCodes } from "#shared/contract/sign-in-methods.ts";
import { bareCode, RECOVERY_CODES, recoveryCode } from "#shared/domain/sign-in-method.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import type { Here } from "../accounts/confirm-password.ts";
import { endSessionsBut } from "../accounts/end-other-sessions.ts";
import { saltedDigest } from "../accounts/password.ts";
import { lockOwner, tellOfMethod } from "./tell-of-method.ts";

/**
 * Bytes, as recommended for argon2id. All codes of a user share one salt, so that a try computes
 * one digest instead of ten.
 */
const SALT_LENGTH = 16;

interface NewCodes {
  codes: string[];
  digests: string[];
  salt: Buffer;
}

/**
 * Creates recovery codes and their digests. Takes about 250 ms, so call it outside a transaction.
 */
export const newRecoveryCodes = async (): Promise<NewCodes> => {
  const salt = randomBytes(SALT_LENGTH);
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(16)));
  const digests: string[] = [];
  for (const code of codes) digests.push(await saltedDigest(bareCode(code), salt));
  return { codes, digests, salt };
};

const KEEP = `
  INSERT INTO recovery_codes (user_id, digest, salt) SELECT $1, unnest($2::text[]), $3`;

/** Replaces the recovery codes of a locked user. */
export const keepRecoveryCodes = async (
  tx: Tx,
  userId: number,
  { codes, digests, salt }: NewCodes,
): Promise<RecoveryCodes> => {
  await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await tx.query(KEEP, [userId, digests, salt]);
  return { recoveryCodes: codes };
};

const SALT = `SELECT salt FROM recovery_codes WHERE user_id = $1 AND salt IS NOT NULL LIMIT 1`;
/** Old codes without a salt are plain SHA-256 digests. */
const USE = `
  DELETE FROM recovery_codes
   WHERE user_id = $1 AND digest = CASE WHEN salt IS NULL THEN $2 ELSE $3 END RETURNING user_id`;

/** Whether `code` is a recovery code of the user. A valid code is used up. */
export const takeRecoveryCode = async (tx: Tx, userId: number, code: string): Promise<boolean> => {
  const [kept] = await select<{ salt: Buffer }>(tx, SALT, [userId]);
  const salted = kept ? await saltedDigest(code, kept.salt) : null;
  return (await change(tx, USE, [userId, digestOf(code), salted])).length > 0;
};

const HAS_APP = `SELECT FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;

const METHOD = "new recovery codes, after the password; the earlier ones do nothing any more";

export interface RenewedCodes {
  codes: RecoveryCodes;
  epoch: number;
}

/**
 * Replaces the viewer's recovery codes and ends their other sessions. Throws conflict without an
 * authenticator app.
 */
export const replaceRecoveryCodes = async (
  context: Context,
  viewer: SignedIn,
  { sessionId }: Here,
): Promise<RenewedCodes> => {
  const made = await newRecoveryCodes();
  return transact(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    if ((await select(tx, HAS_APP, [viewer.id])).length === 0)
      throw new DomainError("conflict", "Set up an authenticator app first.");
    await tellOfMethod(context, tx, after, owner, "sign_in_method_added", METHOD);
    const epoch = await endSessionsBut(context, tx, after, { userId: viewer.id, sessionId });
    return { codes: await keepRecoveryCodes(tx, viewer.id, made), epoch };
  });
};
