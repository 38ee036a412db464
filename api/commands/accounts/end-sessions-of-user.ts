import { noteEndByAdmin } from "#infra/operations/note-security-event.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import type { Here } from "./confirm-password.ts";
import { endAllSessions } from "./end-all-sessions.ts";
import { lockAccount } from "./lock-account.ts";

/**
 * Ends all sessions and pending sign-ins of a user on behalf of an admin. The user can sign in
 * again. Throws not_found, and forbidden if the user is an admin.
 */
export const endSessionsOfUser = (
  context: Context,
  viewer: SignedIn,
  id: number,
  here: Here,
): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { username } = await lockAccount(tx, viewer, id, "endSessions");
    await recordAct(tx, viewer, {
      act: "end_sessions",
      subject: { kind: "user", id, name: username },
    });
    await endAllSessions(context, tx, after, id, "ended_by_admin");
    after(() => noteEndByAdmin(context, id, here));
  });
