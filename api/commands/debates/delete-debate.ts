import { Debate } from "#infra/db/entities/debate.ts";
import { recordAct } from "#infra/operations/record-act.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { lockDebate } from "./lock-debate.ts";

/**
 * Deletes a debate and all that hangs on it; jobs that are queued for it find nothing to do. Somebody
 * else's, deleted by an admin, is recorded.
 */
export const deleteDebate = (context: Context, viewer: SignedIn, id: number): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { userId, topic, status } = await lockDebate(tx, viewer, id, "delete");
    await tx.delete(Debate, id);
    if (userId !== viewer.id)
      await recordAct(tx, viewer, {
        act: "delete_debate",
        subject: { kind: "debate", id, name: topic },
        // No name: an entry stays as it is, also when its user is gone.
        before: { status, ownerId: userId },
      });
    after(() => context.announce.debateDeleted(id));
  });
