import { mutateRows, selectRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { isAuthenticatorCode } from "#shared/domain/accounts/sign-in-method.ts";
import { findTotpStep } from "./totp.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";

const APP_SECRET_SQL = `SELECT secret FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;
const CONSUME_TOTP_STEP_SQL = `
  UPDATE authenticators SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id`;

/**
 * Returns whether `code` is an unused authenticator or recovery code of the user. Uses up a valid
 * code.
 */
export const consumeCode = async (tx: Tx, userId: number, code: string): Promise<boolean> => {
  if (!isAuthenticatorCode(code)) return consumeRecoveryCode(tx, userId, code);
  const [app] = await selectRows<{ secret: string }>(tx, APP_SECRET_SQL, [userId]);
  const step = app ? findTotpStep(app.secret, code, Date.now()) : null;
  return step !== null && (await mutateRows(tx, CONSUME_TOTP_STEP_SQL, [userId, step])).length > 0;
};
