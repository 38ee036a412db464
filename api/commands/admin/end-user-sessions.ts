import { recordSessionsEndedByAdmin } from "#infra/services/accounts/security-events.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import type { ClientInfo } from "../accounts/confirm-password.ts";
import { endAllSessions } from "../sessions/end-all-sessions.ts";
import { lockAccount } from "../accounts/lock-account.ts";

/**
 * Ends all sessions and pending sign-ins of a user on behalf of an admin. The user can sign in
 * again. Throws `not_found`, and `forbidden` if the user is an admin.
 */
export const endUserSessions = (
  context: Pick<Context, "logger" | "db" | "sql" | "announce">,
  viewer: SignedInViewer,
  id: number,
  client: ClientInfo,
): Promise<void> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const { username } = await lockAccount(tx, viewer, id, "endSessions");
    await recordAuditEntry(tx, viewer, {
      act: "end_sessions",
      subject: { kind: "user", id, name: username },
    });
    await endAllSessions(context, tx, after, id, "ended_by_admin");
    after(() => recordSessionsEndedByAdmin(context, id, client));
  });
