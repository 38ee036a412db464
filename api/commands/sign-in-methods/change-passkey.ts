import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import type { Here } from "../accounts/confirm-password.ts";
import { endSessionsBut } from "../accounts/end-other-sessions.ts";
import { lockOwner, tellOfMethod } from "./tell-of-method.ts";

const RENAME = `UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id`;

/** Renames a passkey of the viewer. Throws not_found. */
export const renamePasskey = async (
  { reads }: Context,
  viewer: SignedIn,
  id: number,
  name: string,
): Promise<void> => {
  if ((await change(reads, RENAME, [id, viewer.id, name])).length === 0) throw notFound("Passkey");
};

const REMOVE = `DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name`;

/**
 * Removes a passkey of the viewer and ends their other sessions. Returns the epoch that this
 * session continues with. Throws not_found.
 */
export const removePasskey = (
  context: Context,
  viewer: SignedIn,
  id: number,
  { sessionId }: Here,
): Promise<number> =>
  transact(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    const [removed] = await change<{ name: string }>(tx, REMOVE, [id, viewer.id]);
    if (!removed) throw notFound("Passkey");
    const method = `the passkey “${removed.name}”`;
    await tellOfMethod(context, tx, after, owner, "sign_in_method_removed", method);
    return endSessionsBut(context, tx, after, { userId: viewer.id, sessionId });
  });
