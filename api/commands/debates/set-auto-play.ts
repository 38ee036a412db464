import type { Locked } from "#infra/db/locks.ts";
import { change, select } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { askLater, turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import type { ProgressColumns } from "#infra/realtime/announce.ts";
import { PROGRESS } from "#infra/views/debate-progress.ts";
import type { AutoPlay } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { TurnStatus } from "#shared/domain/turn.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { type DebateToChange, lockDebate, permit } from "./lock-debate.ts";
import { requireBudget } from "./require-budget.ts";

const OPEN_TURN = `SELECT status FROM turns WHERE debate_id = $1 AND status <> 'complete'`;

/** With a TTS service the default pace is that of the voice. */
const TURN_ON = `
  UPDATE debates SET auto_play_by = $2, pace = coalesce(pace, $3)
   WHERE id = $1 RETURNING ${PROGRESS}`;

/** If a turn is in progress, its completion requests the next one. */
const turnOn = async (
  { enqueue, env }: Context,
  viewer: SignedIn,
  debate: Locked<DebateToChange>,
  tx: Tx,
  after: AfterCommit,
): Promise<ProgressColumns | null> => {
  const [open] = await select<{ status: TurnStatus }>(tx, OPEN_TURN, [debate.id]);
  if (open?.status === "failed")
    throw new DomainError("conflict", "The last turn failed. It has to be tried again first.");
  const [progress] = await change<ProgressColumns>(tx, TURN_ON, [
    debate.id,
    viewer.id,
    env.voice === null ? null : "voice",
  ]);
  if (!open) await askLater(tx, after, enqueue, debate);
  return progress ?? null;
};

/**
 * Turns Auto-Play on or off. If it is already on, the user who turned it on stays. Throws
 * not_found, forbidden, conflict if the debate is completed, refused or its last turn failed, and
 * spending_limit.
 */
export const setAutoPlay = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
  isOn: boolean,
): Promise<AutoPlay> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "see");
    permit(viewer, !isOn && debate.autoPlay.on ? "directAutoPlay" : "step", debate);
    if (debate.status === "completed")
      throw new DomainError("conflict", "This debate is completed.");
    if (debate.refusal !== null) throw new DomainError("conflict", debate.refusal);
    if (debate.autoPlay.on === isOn) return debate.autoPlay;
    if (isOn) await requireBudget(tx, context.env, { viewer, ownerId: debate.userId });
    const progress = isOn
      ? await turnOn(context, viewer, debate, tx, after)
      : await turnAutoPlayOff(tx, debate);
    if (!progress) return debate.autoPlay;
    after(() => context.announce.debateUpdated(progress));
    return progress.autoPlay;
  });
