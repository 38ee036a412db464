import { randomBytes } from "node:crypto";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction, type Tx } from "#infra/db/transaction.ts";
import { digestToken } from "#infra/tokens.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { RecoveryCodes } from "#shared/contract/accounts/sign-in-methods.ts";
import {
  normalizeCode,
  RECOVERY_CODE_COUNT,
  formatRecoveryCode,
} from "#shared/domain/accounts/sign-in-method.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { endSessionsExcept } from "../sessions/end-sessions-except.ts";
import { computeSaltedDigest } from "../accounts/password-hash.ts";
import { lockOwner, notifyMethodChanged } from "./method-owner.ts";

/**
 * The salt length that is recommended for argon2id. All codes of a user share one salt, so that
 * checking a code computes one digest instead of ten.
 */
const SALT_BYTES = 16;

interface NewRecoveryCodes {
  codes: string[];
  digests: string[];
  salt: Buffer;
}

/**
 * Creates recovery codes and their digests. Takes about 250 ms, so call it outside a transaction.
 */
export const createRecoveryCodes = async (): Promise<NewRecoveryCodes> => {
  const salt = randomBytes(SALT_BYTES);
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    formatRecoveryCode(randomBytes(16)),
  );
  const digests: string[] = [];
  for (const code of codes) digests.push(await computeSaltedDigest(normalizeCode(code), salt));
  return { codes, digests, salt };
};

const INSERT_RECOVERY_CODES_SQL = `
  INSERT INTO recovery_codes (user_id, digest, salt) SELECT $1, unnest($2::text[]), $3`;

/** Replaces the recovery codes of a user, whose row the caller must have locked. */
export const storeRecoveryCodes = async (
  tx: Tx,
  userId: number,
  { codes, digests, salt }: NewRecoveryCodes,
): Promise<RecoveryCodes> => {
  await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await tx.query(INSERT_RECOVERY_CODES_SQL, [userId, digests, salt]);
  return { recoveryCodes: codes };
};

const SALT_SQL = `SELECT salt FROM recovery_codes WHERE user_id = $1 AND salt IS NOT NULL LIMIT 1`;
/** Codes without a salt are from older versions. They are stored as plain SHA-256 digests ($2). */
const CONSUME_RECOVERY_CODE_SQL = `
  DELETE FROM recovery_codes
   WHERE user_id = $1 AND digest = CASE WHEN salt IS NULL THEN $2 ELSE $3 END RETURNING user_id`;

/** Returns whether `code` is a recovery code of the user. Uses up a valid code. */
export const consumeRecoveryCode = async (
  tx: Tx,
  userId: number,
  code: string,
): Promise<boolean> => {
  const [kept] = await selectRows<{ salt: Buffer }>(tx, SALT_SQL, [userId]);
  const salted = kept ? await computeSaltedDigest(code, kept.salt) : null;
  return (
    (await mutateRows(tx, CONSUME_RECOVERY_CODE_SQL, [userId, digestToken(code), salted])).length >
    0
  );
};

const HAS_APP_SQL = `SELECT FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;

const METHOD_LABEL = "new recovery codes, after the password (the old codes no longer work)";

export interface RenewedRecoveryCodes {
  codes: RecoveryCodes;
  epoch: number;
}

/**
 * Replaces the viewer's recovery codes and ends their other sessions. Throws `conflict` without an
 * authenticator app.
 */
export const replaceRecoveryCodes = async (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "disconnectSession">,
  viewer: SignedInViewer,
  { sessionId }: ClientInfo,
): Promise<RenewedRecoveryCodes> => {
  const newCodes = await createRecoveryCodes();
  return withTransaction(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    if ((await selectRows(tx, HAS_APP_SQL, [viewer.id])).length === 0)
      throw new DomainError("conflict", "Set up an authenticator app first.");
    await notifyMethodChanged(context, tx, after, owner, "sign_in_method_added", METHOD_LABEL);
    const epoch = await endSessionsExcept(context, tx, after, { userId: viewer.id, sessionId });
    return { codes: await storeRecoveryCodes(tx, viewer.id, newCodes), epoch };
  });
};
