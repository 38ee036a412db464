import type { Debate } from "#infra/db/entities/debate.ts";
import { type Locked, lockRows, type LockStrength } from "#infra/db/locks.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { autoPlayOf, paceOf } from "#infra/views/debate-progress.ts";
import type { Debate as DebateView } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  AUTO_PLAY_REFUSAL,
  type DebateAct,
  type DebateSubject,
  may,
} from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { requireVisible } from "../../queries/require-visible.ts";

const REFUSALS: { [A in DebateAct]?: string } = {
  report: "This debate is your own.",
  directAutoPlay: AUTO_PLAY_REFUSAL,
};

/**
 * Returns the debate if the viewer may perform `act`. Throws not_found if they may not see it, and
 * forbidden otherwise.
 */
export const permit = <Subject extends DebateSubject>(
  viewer: Viewer,
  act: DebateAct,
  debate: Subject | undefined,
): Subject => {
  if (debate && may(viewer, act, debate)) return debate;
  requireVisible(viewer, debate);
  throw new DomainError("forbidden", REFUSALS[act] ?? "Only the debate's owner may do this.");
};

export type DebateToChange = Pick<
  Debate,
  | "id"
  | "userId"
  | "topic"
  | "status"
  | "isPublic"
  | "shareEnabled"
  | "onlyOwnerSteps"
  | "maxTurns"
  | "currentTurn"
  | "scores"
  | "refunded"
  | "refusal"
  | "charges"
  | "createdAt"
  | "spendingPause"
> &
  Pick<DebateView, "autoPlay" | "pace">;

export const DEBATE_TO_CHANGE = `
  id, user_id AS "userId", topic, status, is_public AS "isPublic", share_enabled AS "shareEnabled",
  only_owner_steps AS "onlyOwnerSteps", ${paceOf("debates")} AS pace,
  ${autoPlayOf("debates")} AS "autoPlay", max_turns AS "maxTurns",
  current_turn AS "currentTurn", scores, refunded, refusal, charges, created_at AS "createdAt",
  spending_pause AS "spendingPause"`;

/**
 * Locks the debate until the transaction ends and checks the permission. Throws what `permit`
 * throws.
 */
export const lockDebate = async (
  tx: Tx,
  viewer: Viewer,
  id: number,
  act: DebateAct,
  strength?: LockStrength,
): Promise<Locked<DebateToChange>> => {
  const [debate] = await lockRows<DebateToChange>(tx, "debates", {
    columns: DEBATE_TO_CHANGE,
    where: "id = $1",
    values: [id],
    ...(strength && { strength }),
  });
  return permit(viewer, act, debate);
};
