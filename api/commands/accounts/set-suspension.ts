import { lockRows } from "#infra/db/locks.ts";
import { turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import { noteEndByAdmin } from "#infra/operations/note-security-event.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { change } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import type { Here } from "./confirm-password.ts";
import { revokeMailLinks } from "#infra/operations/revoke-mail-links.ts";
import { endAllSessions } from "./end-all-sessions.ts";
import { lockAccount } from "./lock-account.ts";

const SUSPEND = `
  UPDATE users SET suspended_at = CASE WHEN $2::boolean THEN now() END
   WHERE id = $1 AND (suspended_at IS NOT NULL) <> $2::boolean RETURNING id`;

/**
 * Suspends or restores a user. A suspension ends sessions, pending sign-ins, email links and
 * Auto-Play that they turned on. Repeating it changes nothing. Throws not_found, and forbidden for
 * admins.
 */
export const setSuspension = (
  context: Context,
  viewer: SignedIn,
  id: number,
  suspended: boolean,
  here: Here,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const played = await lockRows<{ id: number }>(tx, "debates", {
      columns: "id",
      where: "auto_play_by = $1",
      values: [id],
    });
    const { username } = await lockAccount(tx, viewer, id, "suspend");
    if ((await change(tx, SUSPEND, [id, suspended])).length === 0) return;
    const act = suspended ? "suspend_user" : "restore_user";
    await recordAct(tx, viewer, { act, subject: { kind: "user", id, name: username } });
    if (!suspended) return;
    for (const debate of played) {
      const off = await turnAutoPlayOff(tx, debate);
      if (off) after(() => context.announce.debateUpdated(off));
    }
    // The new epoch prevents a session that is being written now from becoming valid after a
    // restore.
    await endAllSessions(context, tx, after, id, "account_suspended");
    await revokeMailLinks(tx, id);
    after(() => noteEndByAdmin(context, id, here));
  });
