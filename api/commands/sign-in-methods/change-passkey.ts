import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { endSessionsExcept } from "../sessions/end-sessions-except.ts";
import { lockOwner, notifyMethodChanged } from "./method-owner.ts";

const RENAME_PASSKEY_SQL = `UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING id`;

/** Renames a passkey of the viewer. Throws `not_found`. */
export const renamePasskey = async (
  { sql }: Pick<Context, "sql">,
  viewer: SignedInViewer,
  id: number,
  name: string,
): Promise<void> => {
  if ((await mutateRows(sql, RENAME_PASSKEY_SQL, [id, viewer.id, name])).length === 0)
    throw notFound("Passkey");
};

const DELETE_PASSKEY_SQL = `DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name`;

/**
 * Removes a passkey of the viewer and ends the viewer's other sessions. Returns the new session
 * epoch, which the caller must store in this session. Throws `not_found`.
 */
export const removePasskey = (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "disconnectSession">,
  viewer: SignedInViewer,
  id: number,
  { sessionId }: ClientInfo,
): Promise<number> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const owner = await lockOwner(tx, viewer.id);
    const [removed] = await mutateRows<{ name: string }>(tx, DELETE_PASSKEY_SQL, [id, viewer.id]);
    if (!removed) throw notFound("Passkey");
    const method = `the passkey “${removed.name}”`;
    await notifyMethodChanged(context, tx, after, owner, "sign_in_method_removed", method);
    return endSessionsExcept(context, tx, after, { userId: viewer.id, sessionId });
  });
