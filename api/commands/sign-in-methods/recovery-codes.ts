import { randomBytes } from "node:crypto";
import { select } from "#infra/db/sql.ts";
import { transact, type Tx } from "#infra/db/transaction.ts";
import { digestOf } from "#infra/mail-token.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { RecoveryCodes } from "#shared/contract/sign-in-methods.ts";
import { bareCode, RECOVERY_CODES, recoveryCode } from "#shared/domain/sign-in-method.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockOwner } from "./tell-of-method.ts";

/** Makes new codes for a user who is locked; those of before are worth nothing. */
export const makeRecoveryCodes = async (tx: Tx, userId: number): Promise<RecoveryCodes> => {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(16)));
  await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await tx.query("INSERT INTO recovery_codes (user_id, digest) SELECT $1, unnest($2::text[])", [
    userId,
    recoveryCodes.map((code) => digestOf(bareCode(code))),
  ]);
  return { recoveryCodes };
};

const HAS_APP = `SELECT FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;

/** New codes for the viewer, in the place of those of before. Throws conflict where there is no app. */
export const replaceRecoveryCodes = (context: Context, viewer: SignedIn): Promise<RecoveryCodes> =>
  transact(context.db, context.logger, async (tx) => {
    await lockOwner(tx, viewer.id);
    if ((await select(tx, HAS_APP, [viewer.id])).length === 0)
      throw new DomainError("conflict", "Set up an authenticator app first.");
    return makeRecoveryCodes(tx, viewer.id);
  });
