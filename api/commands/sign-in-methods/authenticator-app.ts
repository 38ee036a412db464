import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import type { AuthenticatorSecret } from "#shared/contract/accounts/sign-in-methods.ts";
import { normalizeCode } from "#shared/domain/accounts/sign-in-method.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { getUser } from "#api/queries/accounts/get-user.ts";
import { buildOtpauthUri, createTotpSecret, findTotpStep } from "./totp.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { endSessionsExcept } from "../sessions/end-sessions-except.ts";
import {
  storeRecoveryCodes,
  createRecoveryCodes,
  type RenewedRecoveryCodes,
} from "./recovery-codes.ts";
import {
  lockOwner,
  assertEmailConfirmed,
  requireSession,
  notifyMethodChanged,
} from "./method-owner.ts";

const METHOD_LABEL = "codes from an authenticator app, after the password";

const createAppExistsError = (): DomainError =>
  new DomainError("conflict", "An authenticator app is already set up. Remove it first.");

/**
 * Keeps an unconfirmed secret that is younger than 10 minutes, so that two open tabs show the same
 * one.
 */
const BEGIN_APP_SETUP_SQL = `
  INSERT INTO authenticators AS a (user_id, secret) VALUES ($1, $2)
  ON CONFLICT (user_id) DO UPDATE
     SET (secret, created_at) =
         (SELECT CASE WHEN isNew THEN a.secret ELSE EXCLUDED.secret END,
                 CASE WHEN isNew THEN a.created_at ELSE now() END
            FROM (SELECT a.created_at > now() - interval '10 minutes' AS isNew) AS old)
   WHERE a.confirmed_at IS NULL
  RETURNING secret`;

/**
 * Creates the TOTP secret for the viewer's authenticator app. Throws `conflict` if an app is set
 * up, `email_unconfirmed`, and `unauthenticated` if the session has ended.
 */
export const beginAppSetup = async (
  context: Pick<Context, "env" | "logger" | "db" | "sql">,
  viewer: SignedInViewer,
  { sessionId }: ClientInfo,
): Promise<AuthenticatorSecret> => {
  const { username } = await getUser(context, viewer);
  const [pendingApp] = await withTransaction(context.db, context.logger, async (tx) => {
    assertEmailConfirmed(context, await lockOwner(tx, viewer.id));
    await requireSession(tx, sessionId);
    return mutateRows<{ secret: string }>(tx, BEGIN_APP_SETUP_SQL, [viewer.id, createTotpSecret()]);
  });
  if (!pendingApp) throw createAppExistsError();
  const { secret } = pendingApp;
  return { secret, address: buildOtpauthUri(secret, context.env.productName, username) };
};

const FIND_APP_SQL = `
  SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed" FROM authenticators WHERE user_id = $1`;

const CONFIRM_APP_SQL = `
  UPDATE authenticators SET confirmed_at = now(), last_step = $2 WHERE user_id = $1`;

type ConfirmAppSetupDeps = Pick<Context, "env" | "logger" | "db" | "enqueue" | "disconnectSession">;

/**
 * Activates the authenticator app with a first valid code, creates recovery codes and ends the
 * viewer's other sessions. Throws `invalid` for a wrong code, and `conflict` if an app is set up or
 * no setup was begun.
 */
export const confirmAppSetup = async (
  context: ConfirmAppSetupDeps,
  viewer: SignedInViewer,
  code: string,
  { sessionId }: ClientInfo,
): Promise<RenewedRecoveryCodes> => {
  const newCodes = await createRecoveryCodes();
  return withTransaction(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    assertEmailConfirmed(context, owner);
    const [pendingApp] = await selectRows<{ secret: string; isConfirmed: boolean }>(
      tx,
      FIND_APP_SQL,
      [viewer.id],
    );
    if (!pendingApp)
      throw new DomainError("conflict", "Start setting up an authenticator app first.");
    if (pendingApp.isConfirmed) throw createAppExistsError();
    const step = findTotpStep(pendingApp.secret, normalizeCode(code), Date.now());
    if (step === null) {
      const message = "Wrong code. Check that your device's clock is right.";
      throw new DomainError("invalid", message, { fields: { code: message } });
    }
    await tx.query(CONFIRM_APP_SQL, [viewer.id, step]);
    await notifyMethodChanged(context, tx, after, owner, "sign_in_method_added", METHOD_LABEL);
    const epoch = await endSessionsExcept(context, tx, after, { userId: viewer.id, sessionId });
    return { codes: await storeRecoveryCodes(tx, viewer.id, newCodes), epoch };
  });
};

const DELETE_APP_SQL = `
  DELETE FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL RETURNING user_id`;

/**
 * Removes the authenticator app and the recovery codes, and ends the viewer's other sessions.
 * Returns the new session epoch, which the caller must store in this session. Throws `not_found`.
 */
export const removeApp = (
  context: ConfirmAppSetupDeps,
  viewer: SignedInViewer,
  { sessionId }: ClientInfo,
): Promise<number> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    if ((await mutateRows(tx, DELETE_APP_SQL, [viewer.id])).length === 0)
      throw notFound("Authenticator app");
    await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [viewer.id]);
    await notifyMethodChanged(context, tx, after, owner, "sign_in_method_removed", METHOD_LABEL);
    return endSessionsExcept(context, tx, after, { userId: viewer.id, sessionId });
  });
