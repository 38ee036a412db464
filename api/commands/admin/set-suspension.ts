import { lockRows } from "#infra/db/row-locks.ts";
import { stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import { recordSessionsEndedByAdmin } from "#infra/services/accounts/security-events.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { mutateRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { revokeEmailTokens } from "#infra/services/accounts/revoke-email-tokens.ts";
import { endAllSessions } from "../sessions/end-all-sessions.ts";
import { lockAccount } from "../accounts/lock-account.ts";

const SET_SUSPENSION_SQL = `
  UPDATE users SET suspended_at = CASE WHEN $2::boolean THEN now() END
   WHERE id = $1 AND (suspended_at IS NOT NULL) <> $2::boolean RETURNING id`;

/**
 * Suspends or restores a user. A suspension ends the user's sessions, pending sign-ins and email
 * links, and stops Auto-Play that the user turned on. Setting the current state changes nothing.
 * Throws `not_found`, and `forbidden` for admins.
 */
export const setSuspension = (
  context: Pick<Context, "logger" | "db" | "sql" | "announce">,
  viewer: SignedInViewer,
  id: number,
  suspended: boolean,
  client: ClientInfo,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const autoPlayed = await lockRows<{ id: number }>(tx, "debates", {
      columns: "id",
      where: "auto_play_by = $1",
      values: [id],
    });
    const { username } = await lockAccount(tx, viewer, id, "suspend");
    if ((await mutateRows(tx, SET_SUSPENSION_SQL, [id, suspended])).length === 0) return;
    const act = suspended ? "suspend_user" : "restore_user";
    await recordAuditEntry(tx, viewer, { act, subject: { kind: "user", id, name: username } });
    if (!suspended) return;
    for (const debate of autoPlayed) {
      const stopped = await stopAutoPlay(tx, debate);
      if (stopped) after(() => context.announce.debateUpdated(stopped));
    }
    // Also increments the session epoch. Otherwise a session that a concurrent sign-in is storing
    // now would become valid when the user is restored.
    await endAllSessions(context, tx, after, id, "account_suspended");
    await revokeEmailTokens(tx, id);
    after(() => recordSessionsEndedByAdmin(context, id, client));
  });
