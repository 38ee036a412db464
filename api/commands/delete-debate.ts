import { Debate } from "#infra/db/entities/debate.ts";
import { transact } from "#infra/db/transaction.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { lockDebate } from "./lock-debate.ts";

/** Deletes a debate and all that hangs on it; jobs that are queued for it find nothing to do. */
export const deleteDebate = (context: Context, viewer: SignedIn, id: number): Promise<void> =>
  transact(context.db, context.logger, async (tx, after) => {
    await lockDebate(tx, viewer, id, "delete");
    await tx.delete(Debate, id);
    after(() => context.announce.debateDeleted(id));
  });
