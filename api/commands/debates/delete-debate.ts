import { DebateEntity } from "#infra/db/entities/debate.ts";
import { recordAuditEntry } from "#infra/services/audit-log.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "./lock-debate.ts";

/**
 * Deletes a debate. Its queued jobs do nothing when they run. An admin's deletion of another user's
 * debate is written to the audit log. Throws `not_found` and `forbidden`.
 */
export const deleteDebate = (
  { logger, db, announce }: Pick<Context, "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  id: number,
): Promise<void> =>
  withTransaction(db, logger, async (tx, after) => {
    const { userId, topic, status } = await lockDebate(tx, viewer, id, "delete");
    await tx.delete(DebateEntity, id);
    if (userId !== viewer.id)
      await recordAuditEntry(tx, viewer, {
        act: "delete_debate",
        subject: { kind: "debate", id, name: topic },
        // Stores the owner's id but not the name. The name would stay in the audit log after the
        // owner's account is deleted.
        before: { status, ownerId: userId },
      });
    after(() => announce.debateDeleted(id));
  });
