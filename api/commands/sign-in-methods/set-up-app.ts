import { change, select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { AppSecret } from "#shared/contract/sign-in-methods.ts";
import { bareCode } from "#shared/domain/sign-in-method.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "../../queries/get-user.ts";
import { appAddress, newSecret, stepOf } from "./app-code.ts";
import type { Here } from "../accounts/confirm-password.ts";
import { endSessionsBut } from "../accounts/end-other-sessions.ts";
import { keepRecoveryCodes, newRecoveryCodes, type RenewedCodes } from "./recovery-codes.ts";
import { lockOwner, requireConfirmed, requireSession, tellOfMethod } from "./tell-of-method.ts";

const METHOD = "the codes of an authenticator app, after the password";

const isSetUp = (): DomainError =>
  new DomainError("conflict", "An authenticator app is set up already. Remove it first.");

/** Keeps a secret younger than 10 minutes, so that two open tabs show the same one. */
const BEGIN = `
  INSERT INTO authenticators AS a (user_id, secret) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE
     SET (secret, created_at) =
         (SELECT CASE WHEN isNew THEN a.secret ELSE EXCLUDED.secret END,
                 CASE WHEN isNew THEN a.created_at ELSE now() END
            FROM (SELECT a.created_at > now() - interval '10 minutes' AS isNew) AS old)
   WHERE a.confirmed_at IS NULL
  RETURNING secret`;

/**
 * Creates the TOTP secret for the viewer's authenticator app. Throws conflict if an app is set up,
 * and unauthenticated if the session has ended.
 */
export const beginApp = async (
  context: Context,
  viewer: SignedIn,
  { sessionId }: Here,
): Promise<AppSecret> => {
  const { username } = await getUser(context, viewer);
  const [begun] = await transact(context.db, context.logger, async (tx) => {
    requireConfirmed(context, await lockOwner(tx, viewer.id));
    await requireSession(tx, sessionId);
    return change<{ secret: string }>(tx, BEGIN, [viewer.id, newSecret()]);
  });
  if (!begun) throw isSetUp();
  const { secret } = begun;
  return { secret, address: appAddress(secret, context.env.productName, username) };
};

const BEGUN = `
  SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed" FROM authenticators WHERE user_id = $1`;

const CONFIRM = `
  UPDATE authenticators SET confirmed_at = now(), last_step = $2 WHERE user_id = $1`;

/**
 * Activates the authenticator app with a first valid code, creates recovery codes and ends the
 * viewer's other sessions. Throws invalid for a wrong code, and conflict if an app is set up or
 * none was begun.
 */
export const confirmApp = async (
  context: Context,
  viewer: SignedIn,
  code: string,
  { sessionId }: Here,
): Promise<RenewedCodes> => {
  const made = await newRecoveryCodes();
  return transact(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    requireConfirmed(context, owner);
    const [begun] = await select<{ secret: string; isConfirmed: boolean }>(tx, BEGUN, [viewer.id]);
    if (!begun) throw new DomainError("conflict", "Begin to set up an authenticator app first.");
    if (begun.isConfirmed) throw isSetUp();
    const step = stepOf(begun.secret, bareCode(code), Date.now());
    if (step === null) {
      const message = "That is not the code of now. Is the clock of your device right?";
      throw new DomainError("invalid", message, { fields: { code: message } });
    }
    await tx.query(CONFIRM, [viewer.id, step]);
    await tellOfMethod(context, tx, after, owner, "sign_in_method_added", METHOD);
    const epoch = await endSessionsBut(context, tx, after, { userId: viewer.id, sessionId });
    return { codes: await keepRecoveryCodes(tx, viewer.id, made), epoch };
  });
};

const REMOVE = `
  DELETE FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL RETURNING user_id`;

/**
 * Removes the authenticator app and the recovery codes, and ends the viewer's other sessions.
 * Returns the epoch that this session continues with. Throws not_found.
 */
export const removeApp = (
  context: Context,
  viewer: SignedIn,
  { sessionId }: Here,
): Promise<number> =>
  transact(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    if ((await change(tx, REMOVE, [viewer.id])).length === 0) throw notFound("Authenticator app");
    await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [viewer.id]);
    await tellOfMethod(context, tx, after, owner, "sign_in_method_removed", METHOD);
    return endSessionsBut(context, tx, after, { userId: viewer.id, sessionId });
  });
