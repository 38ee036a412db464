import { change, select } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { isAppCode } from "#shared/domain/sign-in-method.ts";
import { stepOf } from "./app-code.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";

const SECRET = `SELECT secret FROM authenticators WHERE user_id = $1 AND confirmed_at IS NOT NULL`;
const USE_STEP = `
  UPDATE authenticators SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id`;

/**
 * Whether `code` is an unused authenticator or recovery code of the user. A valid code is used up.
 */
export const takeCode = async (tx: Tx, userId: number, code: string): Promise<boolean> => {
  if (!isAppCode(code)) return takeRecoveryCode(tx, userId, code);
  const [app] = await select<{ secret: string }>(tx, SECRET, [userId]);
  const step = app ? stepOf(app.secret, code, Date.now()) : null;
  return step !== null && (await change(tx, USE_STEP, [userId, step])).length > 0;
};
