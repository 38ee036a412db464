import { change, select, type Sql } from "#infra/db/sql.ts";
import { withEffects } from "#infra/db/transaction.ts";
import { askForMail } from "#infra/operations/ask-for-mail.ts";
import type { Context } from "../../context.ts";

/** Where somebody signs in. */
export interface SigningDevice {
  digest: string;
  /** As its owner would call it. */
  device: string;
  address: string;
}

const IS_KNOWN = `SELECT FROM known_devices WHERE user_id = $1 AND digest = $2`;

/** Whether somebody has signed in to this account from here before. */
export const isKnownDevice = async (
  sql: Sql,
  userId: number,
  digest: string | null,
): Promise<boolean> => (await select(sql, IS_KNOWN, [userId, digest])).length > 0;

/** Of one account; the one that was not seen for longest is forgotten. */
const MOST_DEVICES = 50;

const NOTE = `
  WITH before AS (SELECT digest FROM known_devices WHERE user_id = $1),
  old AS (
    DELETE FROM known_devices WHERE user_id = $1 AND digest IN
      (SELECT digest FROM known_devices WHERE user_id = $1 AND digest <> $2
        ORDER BY seen_at DESC OFFSET ${MOST_DEVICES - 1})),
  noted AS (
    INSERT INTO known_devices (user_id, digest) VALUES ($1, $2)
        ON CONFLICT (user_id, digest) DO UPDATE SET seen_at = now())
  SELECT u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed",
         EXISTS (SELECT FROM before) AS "hasOthers",
         EXISTS (SELECT FROM before WHERE digest = $2) AS "isKnown"
    FROM users u WHERE u.id = $1`;

interface Noted {
  email: string;
  isConfirmed: boolean;
  hasOthers: boolean;
  isKnown: boolean;
}

/** Knows the device from now on, and tells an account's owner of one that was not among those before. */
export const noteDevice = (
  { reads, env, enqueue, logger }: Context,
  userId: number,
  { digest, device, address }: SigningDevice,
): Promise<void> =>
  withEffects(logger, async (after) => {
    const [noted] = await change<Noted>(reads, NOTE, [userId, digest]);
    if (!noted || noted.isKnown || !noted.hasOthers || !noted.isConfirmed || !env.mail) return;
    const facts = { device, address, at: new Date().toISOString() };
    await askForMail(reads, after, enqueue, {
      kind: "new_device",
      userId,
      email: noted.email,
      facts,
    });
  });
