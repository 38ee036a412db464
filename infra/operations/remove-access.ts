import type { RemovedAccess } from "#shared/domain/recovery.ts";
import { change } from "../db/sql.ts";
import type { Tx } from "../db/transaction.ts";
import { endPendingSignIns } from "./end-sessions.ts";
import { revokeMailLinks } from "./revoke-mail-links.ts";

/** Session and device of the browser that recovers the account; they are kept. */
interface Kept {
  sessionId: string | null;
  /** Digest of the device cookie; it becomes a known device. */
  device: string | null;
}

interface Removal {
  removed: RemovedAccess;
  endedSessions: string[];
  /** The new epoch: the caller must store it in the kept session. */
  epoch: number;
}

const NEXT_EPOCH = `
  UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1 RETURNING session_epoch AS epoch`;
const STAY = `
  UPDATE sessions SET sess = jsonb_set(sess, '{epoch}', to_jsonb($3::int))
   WHERE sid = $2 AND sess ->> 'userId' = $1::int::text`;
const END_SESSIONS = `
  DELETE FROM sessions WHERE sess ->> 'userId' = $1::int::text AND sid IS DISTINCT FROM $2::text
  RETURNING sid`;
const FORGET_DEVICES = `
  DELETE FROM known_devices WHERE user_id = $1 AND digest IS DISTINCT FROM $2::text RETURNING user_id`;
const KNOW_DEVICE = `
  INSERT INTO known_devices (user_id, digest) SELECT $1, $2::text WHERE $2 IS NOT NULL
  ON CONFLICT (user_id, digest) DO UPDATE SET seen_at = now()`;

const REMOVE_PASSKEYS = `DELETE FROM passkeys WHERE user_id = $1 RETURNING user_id`;
const REMOVE_CODES = `DELETE FROM recovery_codes WHERE user_id = $1 RETURNING user_id`;
/** Also removes an app that was never confirmed, although it could not be used to sign in. */
const REMOVE_APP = `
  DELETE FROM authenticators WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL AS "isConfirmed"`;

/**
 * Removes all access to a locked user's account except the password and what is kept: sessions,
 * unfinished sign-ins, passkeys, the authenticator app, recovery codes, known devices and open
 * links. The caller disconnects the ended sessions after the commit.
 */
export const removeAccess = async (
  tx: Tx,
  userId: number,
  { sessionId, device }: Kept,
): Promise<Removal> => {
  const remove = async (statement: string): Promise<number> =>
    (await change(tx, statement, [userId])).length;
  const [user] = await change<{ epoch: number }>(tx, NEXT_EPOCH, [userId]);
  if (!user) throw new Error("the user is locked by this transaction");
  await tx.query(STAY, [userId, sessionId, user.epoch]);
  const ended = await change<{ sid: string }>(tx, END_SESSIONS, [userId, sessionId]);
  await endPendingSignIns(tx, userId);
  const apps = await change<{ isConfirmed: boolean }>(tx, REMOVE_APP, [userId]);
  const removed = {
    sessions: ended.length,
    passkeys: await remove(REMOVE_PASSKEYS),
    apps: apps.filter(({ isConfirmed }) => isConfirmed).length,
    recoveryCodes: await remove(REMOVE_CODES),
    devices: (await change(tx, FORGET_DEVICES, [userId, device])).length,
    links: await revokeMailLinks(tx, userId),
  };
  await tx.query(KNOW_DEVICE, [userId, device]);
  return { removed, endedSessions: ended.map(({ sid }) => sid), epoch: user.epoch };
};
