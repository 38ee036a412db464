import type { RemovedAccess } from "#shared/domain/accounts/account-recovery.ts";
import { mutateRows } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { deletePendingSignIns } from "./end-sessions.ts";
import { revokeEmailTokens } from "./revoke-email-tokens.ts";

/** Session and device of the browser in which the user recovers the account. Both are kept. */
interface KeptAccess {
  sessionId: string | null;
  /**
   * Digest of the device cookie; null if the browser has none. The device becomes a known device of
   * the account.
   */
  device: string | null;
}

interface AccessRemoval {
  removed: RemovedAccess;
  endedSessions: string[];
  /**
   * The user's new session epoch. Sessions with an older epoch are invalid, so the caller must
   * store the new one in the kept session.
   */
  epoch: number;
}

const INCREMENT_EPOCH_SQL = `
  UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch AS epoch`;
const KEEP_SESSION_SQL = `
  UPDATE sessions SET sess = jsonb_set(sess, '{epoch}', to_jsonb($3::int))
   WHERE sid = $2 AND sess ->> 'userId' = $1::int::text`;
const END_SESSIONS_SQL = `
  DELETE FROM sessions WHERE sess ->> 'userId' = $1::int::text AND sid IS DISTINCT FROM $2::text
  RETURNING sid`;
const DELETE_DEVICES_SQL = `
  DELETE FROM known_devices WHERE user_id = $1 AND digest IS DISTINCT FROM $2::text RETURNING user_id`;
const INSERT_DEVICE_SQL = `
  INSERT INTO known_devices (user_id, digest) SELECT $1, $2::text WHERE $2 IS NOT NULL
  ON CONFLICT (user_id, digest) DO UPDATE SET seen_at = now()`;

const DELETE_PASSKEYS_SQL = `DELETE FROM passkeys WHERE user_id = $1 RETURNING user_id`;
const DELETE_RECOVERY_CODES_SQL = `DELETE FROM recovery_codes WHERE user_id = $1 RETURNING user_id`;
/**
 * Deletes the authenticator app, even if it was never confirmed and could not be used to sign in.
 */
const DELETE_AUTHENTICATOR_SQL = `
  DELETE FROM authenticators WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isConfirmed"`;

/**
 * Removes all access to a locked user's account: sessions, unfinished sign-ins, passkeys, the
 * authenticator app, recovery codes, known devices and open links. Keeps the password, and the
 * session and device in `KeptAccess`. The caller disconnects the ended sessions after the commit.
 */
export const revokeAccountAccess = async (
  tx: Tx,
  userId: number,
  { sessionId, device }: KeptAccess,
): Promise<AccessRemoval> => {
  const remove = async (statement: string): Promise<number> =>
    (await mutateRows(tx, statement, [userId])).length;
  const [user] = await mutateRows<{ epoch: number }>(tx, INCREMENT_EPOCH_SQL, [userId]);
  if (!user) throw new Error("the user is locked by this transaction");
  await tx.query(KEEP_SESSION_SQL, [userId, sessionId, user.epoch]);
  const ended = await mutateRows<{ sid: string }>(tx, END_SESSIONS_SQL, [userId, sessionId]);
  await deletePendingSignIns(tx, userId);
  const apps = await mutateRows<{ isConfirmed: boolean }>(tx, DELETE_AUTHENTICATOR_SQL, [userId]);
  const removed = {
    sessions: ended.length,
    passkeys: await remove(DELETE_PASSKEYS_SQL),
    apps: apps.filter(({ isConfirmed }) => isConfirmed).length,
    recoveryCodes: await remove(DELETE_RECOVERY_CODES_SQL),
    devices: (await mutateRows(tx, DELETE_DEVICES_SQL, [userId, device])).length,
    links: await revokeEmailTokens(tx, userId),
  };
  await tx.query(INSERT_DEVICE_SQL, [userId, device]);
  return { removed, endedSessions: ended.map(({ sid }) => sid), epoch: user.epoch };
};
