import type { DebateEntity } from "#infra/db/entities/debate.ts";
import { type Locked, lockRows, type LockStrength } from "#infra/db/row-locks.ts";
import type { Tx } from "#infra/db/transaction.ts";
import { autoPlaySql, languageSql, paceSql } from "#infra/presenters/debate-progress-presenter.ts";
import type { Debate as DebateView } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import {
  AUTO_PLAY_DENIED_MESSAGE,
  type DebateAction,
  type DebateSubject,
  can,
} from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { requireVisible } from "../../queries/require-visible.ts";

const REFUSAL_MESSAGES: { [A in DebateAction]?: string } = {
  report: "This debate is yours.",
  directAutoPlay: AUTO_PLAY_DENIED_MESSAGE,
};

/**
 * Returns the debate if the viewer may perform `action`. Throws `not_found` if they may not see it,
 * and `forbidden` otherwise.
 */
export const requirePermission = <Subject extends DebateSubject>(
  viewer: Viewer,
  action: DebateAction,
  debate: Subject | undefined,
): Subject => {
  if (debate && can(viewer, action, debate)) return debate;
  requireVisible(viewer, debate);
  throw new DomainError(
    "forbidden",
    REFUSAL_MESSAGES[action] ?? "Only the debate's owner may do this.",
  );
};

export type DebateForUpdate = Pick<
  DebateEntity,
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
  | "spokenAt"
> &
  Pick<DebateView, "autoPlay" | "pace" | "language">;

export const DEBATE_FOR_UPDATE_COLUMNS = `
  id, user_id AS "userId", topic, status, is_public AS "isPublic", share_enabled AS "shareEnabled",
  only_owner_steps AS "onlyOwnerSteps", ${paceSql("debates")} AS pace,
  ${autoPlaySql("debates")} AS "autoPlay", max_turns AS "maxTurns",
  current_turn AS "currentTurn", scores, refunded, refusal, charges, created_at AS "createdAt",
  spending_pause AS "spendingPause", spoken_at AS "spokenAt",
  ${languageSql("debates")} AS language`;

/**
 * Locks the debate until the transaction ends and checks the permission. Throws what
 * `requirePermission` throws.
 */
export const lockDebate = async (
  tx: Tx,
  viewer: Viewer,
  id: number,
  action: DebateAction,
  strength?: LockStrength,
): Promise<Locked<DebateForUpdate>> => {
  const [debate] = await lockRows<DebateForUpdate>(tx, "debates", {
    columns: DEBATE_FOR_UPDATE_COLUMNS,
    where: "id = $1",
    values: [id],
    ...(strength && { strength }),
  });
  return requirePermission(viewer, action, debate);
};
