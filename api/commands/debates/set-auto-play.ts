import type { Locked } from "#infra/db/row-locks.ts";
import { mutateRows, selectRows } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { scheduleNextTurn, stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import type { ProgressColumns } from "#infra/realtime/event-publisher.ts";
import { PROGRESS_COLUMNS_SQL } from "#infra/presenters/debate-progress-presenter.ts";
import type { AutoPlay } from "#shared/contract/debates/debate.ts";
import { speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { TurnStatus } from "#shared/domain/debates/turn.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { type DebateForUpdate, lockDebate, requirePermission } from "./lock-debate.ts";
import { requireBudget } from "./require-budget.ts";

const OPEN_TURN_STATUS_SQL = `SELECT status FROM turns WHERE debate_id = $1 AND status <> 'complete'`;

/**
 * $3 is the pace for a debate that has none: `voice` (Auto-Play waits for the speech) if its
 * language has a voice, otherwise null.
 */
const ENABLE_AUTO_PLAY_SQL = `
  UPDATE debates SET auto_play_by = $2, pace = coalesce(pace, $3)
   WHERE id = $1 RETURNING ${PROGRESS_COLUMNS_SQL}`;

/**
 * Turns Auto-Play on and requests the next turn. While a turn is in progress, none is requested:
 * the end of that turn requests the next one. Returns null if it was already on.
 */
const enableAutoPlay = async (
  { enqueue, env }: Pick<Context, "env" | "enqueue">,
  viewer: SignedInViewer,
  debate: Locked<DebateForUpdate>,
  tx: Tx,
  after: AfterCommit,
): Promise<ProgressColumns | null> => {
  if (debate.autoPlay.on) return null;
  await requireBudget(tx, env, { viewer, ownerId: debate.userId });
  const [open] = await selectRows<{ status: TurnStatus }>(tx, OPEN_TURN_STATUS_SQL, [debate.id]);
  if (open?.status === "failed")
    throw new DomainError("conflict", "The last turn failed. Try it again first.");
  const [progress] = await mutateRows<ProgressColumns>(tx, ENABLE_AUTO_PLAY_SQL, [
    debate.id,
    viewer.id,
    env.voice && speaksLanguage(env.voice, debate.language) ? "voice" : null,
  ]);
  if (!open) await scheduleNextTurn(tx, after, enqueue, debate);
  return progress ?? null;
};

/**
 * Turns Auto-Play on or off. If it is already on, it stays with the user who turned it on. Throws
 * `not_found`, `forbidden`, `conflict` if the debate is completed, its topic was refused or its
 * last turn failed, and `spending_limit`.
 */
export const setAutoPlay = (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
  isOn: boolean,
): Promise<AutoPlay> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "see");
    requirePermission(viewer, !isOn && debate.autoPlay.on ? "directAutoPlay" : "step", debate);
    if (debate.status === "completed")
      throw new DomainError("conflict", "This debate is completed.");
    if (debate.refusal !== null) throw new DomainError("conflict", debate.refusal);
    const progress = isOn
      ? await enableAutoPlay(context, viewer, debate, tx, after)
      : await stopAutoPlay(tx, debate);
    if (!progress) return debate.autoPlay;
    after(() => context.announce.debateUpdated(progress));
    return progress.autoPlay;
  });
