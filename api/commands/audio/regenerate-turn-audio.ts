import { enqueueRecordings } from "#infra/services/audio/enqueue-recordings.ts";
import { selectRows } from "#infra/db/sql.ts";
import { withTransaction } from "#infra/db/transaction.ts";
import type { RegenerationAccepted } from "#shared/contract/debates/audio.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { auditTurnAction } from "../admin/audit-turn-action.ts";
import { findTurnRecording } from "#api/queries/audio/find-turn-recording.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { requireSpeakable, requireVoice } from "./ensure-recording.ts";

/**
 * Queues a new recording of a turn. The existing recording stays available until the new one is
 * complete. If a recording is already in progress, that one is kept. Throws `not_found`,
 * `conflict`, `invalid`, `unavailable`, `no_voice`, and `spending_limit`.
 */
export const regenerateTurnAudio = async (
  context: Pick<Context, "env" | "logger" | "db" | "sql" | "coalescedSql" | "enqueue">,
  admin: SignedInViewer,
  turnId: number,
): Promise<RegenerationAccepted> => {
  const turn = await findTurnRecording(context, turnId);
  requireSpeakable(turn);
  const voice = requireVoice(context, turn.language);
  await requireBudget(context.sql, context.env, { viewer: admin, ownerId: turn.userId });
  return withTransaction(context.db, context.logger, async (tx, after) => {
    await enqueueRecordings(tx, after, { ...context, voice }, [turn], {
      requester: "admin",
      userId: admin.id,
    });
    await auditTurnAction(tx, admin, "regenerate_audio", turnId);
    after(() => context.logger.info({ adminId: admin.id, turnId }, "recording.regenerated"));
    const [recording] = await selectRows<{ id: number }>(
      tx,
      `SELECT id FROM audio_cache WHERE turn_id = $1`,
      [turnId],
    );
    return { jobId: recording?.id ?? 0, turnId };
  });
};
