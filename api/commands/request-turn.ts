import { type EntityManager, Not } from "typeorm";
import type { Debate } from "#infra/db/entities/debate.ts";
import { Debate as DebateRow } from "#infra/db/entities/debate.ts";
import { Turn as TurnRow } from "#infra/db/entities/turn.ts";
import { type AfterCommit, transact } from "#infra/db/transaction.ts";
import { turnView } from "#infra/views/turn-view.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { roleOfTurn } from "#shared/domain/side.ts";
import { nextTurnNumber, turnType } from "#shared/domain/turn.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { chargeDebate } from "./charge-debate.ts";
import { lockDebate } from "./lock-debate.ts";
import { takeNextTurn } from "./take-next-turn.ts";

const addNextTurn = async (tx: EntityManager, debate: Debate): Promise<TurnRow> => {
  const turnNumber = nextTurnNumber(debate);
  if (turnNumber === null) throw new DomainError("conflict", "This debate is completed.");
  return tx.save(TurnRow, {
    debateId: debate.id,
    turnNumber,
    role: roleOfTurn(turnNumber),
    type: turnType(turnNumber, debate.maxTurns),
  });
};

/** The failed turn as if it had not been tried: its attempts go on counting, since they fence. */
const reopen = async (tx: EntityManager, turn: TurnRow): Promise<TurnRow> => {
  const fresh = { status: "pending", content: "", error: null, failures: 0 } as const;
  await tx.update(TurnRow, turn.id, { ...fresh, runAt: () => "now()" });
  return { ...turn, ...fresh };
};

/** A refunded debate is paid again before it starts again, by the one who got the refund. */
const chargeAgain = async (
  { announce }: Context,
  viewer: SignedIn,
  debate: Debate,
  tx: EntityManager,
  after: AfterCommit,
): Promise<void> => {
  if (viewer.id !== debate.userId)
    throw new DomainError("conflict", "This debate was refunded. Only its owner can restart it.");
  const again = { refunded: false, charges: debate.charges + 1 };
  const credits = await chargeDebate(tx, { ...debate, ...again });
  await tx.update(DebateRow, debate.id, again);
  after(() => announce.creditsUpdated(debate.userId, credits));
  after(() => announce.debateUpdated({ ...debate, ...again }));
};

/** The same as `takeNextTurn`, with the debate locked: whatever there is to set right or to say. */
const lockAndStep = (context: Context, viewer: SignedIn, debateId: number): Promise<Turn> =>
  transact(context.db, context.logger, async (tx, after) => {
    const debate = await lockDebate(tx, viewer, debateId, "step");
    const open = await tx.findOneBy(TurnRow, { debateId, status: Not("complete") });
    if (open && open.status !== "failed") return turnView(open, viewer);
    if (debate.refunded) await chargeAgain(context, viewer, debate, tx, after);
    const turn = open ? await reopen(tx, open) : await addNextTurn(tx, debate);
    const { id: turnId, attempt } = turn;
    after(() => context.enqueue("generate-turn", { turnId }, { attempt }));
    return turnView(turn, viewer);
  });

/**
 * The debate's next turn, asked for; or the one that is under way, since there is never more than
 * one. Throws conflict on a completed debate, no_credits where a refunded one is not paid again.
 */
export const requestTurn = async (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<Turn> =>
  (await takeNextTurn(context, viewer, debateId)) ?? lockAndStep(context, viewer, debateId);
