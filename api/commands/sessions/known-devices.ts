import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { withAfterCommit } from "#infra/db/transaction.ts";
import { enqueueEmail } from "#infra/services/enqueue-email.ts";
import type { Context } from "#api/context.ts";
import type { LoginColumns } from "#api/queries/accounts/find-user.ts";

export interface SignInDevice {
  digest: string;
  /** Readable name of the browser and system, for the email. */
  device: string;
  address: string;
  /** Whether another email already informs the owner of this sign-in. */
  isOwnerNotified: boolean;
}

const IS_KNOWN_DEVICE_SQL = `SELECT FROM known_devices WHERE user_id = $1 AND digest = $2`;

export const isKnownDevice = async (
  sql: Sql,
  userId: number,
  digest: string | null,
): Promise<boolean> => (await selectRows(sql, IS_KNOWN_DEVICE_SQL, [userId, digest])).length > 0;

/** Maximum number of devices per account. The least recently seen one is deleted first. */
const MAX_DEVICES = 50;

const RECORD_DEVICE_SQL = `
  WITH before AS (SELECT digest FROM known_devices WHERE user_id = $1),
  old AS (
    DELETE FROM known_devices WHERE user_id = $1 AND digest IN
      (SELECT digest FROM known_devices WHERE user_id = $1 AND digest <> $2
        ORDER BY seen_at DESC OFFSET ${MAX_DEVICES - 1})),
  noted AS (
    INSERT INTO known_devices (user_id, digest)
    SELECT id, $2 FROM users WHERE id = $1 AND session_epoch = $3
        ON CONFLICT (user_id, digest) DO UPDATE SET seen_at = now())
  SELECT u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed",
         EXISTS (SELECT FROM before) AS "hasOthers",
         EXISTS (SELECT FROM before WHERE digest = $2) AS "isKnown"
    FROM users u WHERE u.id = $1 AND u.session_epoch = $3`;

interface RecordedDevice {
  email: string;
  isConfirmed: boolean;
  hasOthers: boolean;
  isKnown: boolean;
}

/**
 * Stores the device as known. Emails the owner if the account had other devices and this one is
 * new. Does nothing if the account's sessions have ended since the sign-in began.
 */
export const recordDevice = (
  { sql, env, enqueue, logger }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  { id: userId, sessionEpoch }: Pick<LoginColumns, "id" | "sessionEpoch">,
  { digest, device, address, isOwnerNotified }: SignInDevice,
): Promise<void> =>
  withAfterCommit(logger, async (after) => {
    const [recorded] = await mutateRows<RecordedDevice>(sql, RECORD_DEVICE_SQL, [
      userId,
      digest,
      sessionEpoch,
    ]);
    if (
      isOwnerNotified ||
      !recorded ||
      recorded.isKnown ||
      !recorded.hasOthers ||
      !recorded.isConfirmed ||
      !env.mail
    )
      return;
    const data = { device, address, at: new Date().toISOString() };
    await enqueueEmail(sql, after, enqueue, {
      kind: "new_device",
      userId,
      email: recorded.email,
      data,
    });
  });
