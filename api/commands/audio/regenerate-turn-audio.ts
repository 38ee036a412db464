import { askForRecordings } from "#infra/operations/ask-for-recordings.ts";
import { select } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import type { RegenerationAccepted } from "#shared/contract/audio.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { recordTurnAct } from "./record-turn-act.ts";
import { findTurnToHear } from "../../queries/find-turn-to-hear.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { requireSpeakable, requireVoice } from "./voice-turn.ts";

/**
 * Queues a new recording of a turn. The existing one stays available until then; a recording in
 * progress is kept. Throws not_found, conflict, invalid, unavailable, and spending_limit.
 */
export const regenerateTurnAudio = async (
  context: Context,
  admin: SignedIn,
  turnId: number,
): Promise<RegenerationAccepted> => {
  const turn = await findTurnToHear(context, turnId);
  requireSpeakable(turn);
  const voice = requireVoice(context);
  await requireBudget(context.reads, context.env, { viewer: admin, ownerId: turn.userId });
  return transact(context.db, context.logger, async (tx, after) => {
    await askForRecordings(tx, after, { ...context, voice }, [turn], {
      who: "admin",
      askedBy: admin.id,
    });
    await recordTurnAct(tx, admin, "regenerate_audio", turnId);
    after(() => context.logger.info({ adminId: admin.id, turnId }, "voicing a turn anew"));
    const [recording] = await select<{ id: number }>(
      tx,
      `SELECT id FROM audio_cache WHERE turn_id = $1`,
      [turnId],
    );
    return { jobId: recording?.id ?? 0, turnId };
  });
};
