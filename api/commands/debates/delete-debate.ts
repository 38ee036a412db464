import { Debate } from "#infra/db/entities/debate.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "./lock-debate.ts";

/**
 * Deletes a debate; its queued jobs become no-ops. An admin's deletion of another user's debate is
 * written to the audit log. Throws not_found and forbidden.
 */
export const deleteDebate = (context: Context, viewer: SignedIn, id: number): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { userId, topic, status } = await lockDebate(tx, viewer, id, "delete");
    await tx.delete(Debate, id);
    if (userId !== viewer.id)
      await recordAct(tx, viewer, {
        act: "delete_debate",
        subject: { kind: "debate", id, name: topic },
        // Stores the owner's id, not the name, which could not be removed later.
        before: { status, ownerId: userId },
      });
    after(() => context.announce.debateDeleted(id));
  });
