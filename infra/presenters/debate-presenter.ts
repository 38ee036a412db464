import type { Debate } from "#shared/contract/debates/debate.ts";
import { DEFAULT_LANGUAGE } from "#shared/domain/debates/language/language.ts";
import { getSealState } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { getShownJudge } from "#shared/domain/speaker.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { canSeeJudgement } from "#shared/domain/accounts/visitor-limits.ts";
import type { DebateEntity as DebateRow } from "../db/entities/debate.ts";

export interface DebateColumns
  extends
    Pick<
      DebateRow,
      | "id"
      | "topic"
      | "language"
      | "status"
      | "maxTurns"
      | "currentTurn"
      | "createdAt"
      | "userId"
      | "isPublic"
      | "mystery"
      | "botAProvider"
      | "botBProvider"
      | "botAStance"
      | "botBStance"
      | "format"
      | "shareEnabled"
      | "scores"
      | "upvotes"
      | "downvotes"
      | "refunded"
      | "refusal"
      | "isUnlisted"
      | "onlyOwnerSteps"
      | "spendingPause"
    >,
    Pick<
      Debate,
      "autoPlay" | "pace" | "rematchOf" | "rematchId" | "winnerVotes" | "myVote" | "myReaction"
    > {
  ownerName: string;
  /** Absent when the debate is part of a list. */
  sentenceReactions?: Debate["sentenceReactions"];
  /** Whether results are sealed: hidden until the viewer votes or skips the vote. */
  isSealed: boolean;
}

/**
 * Presents a debate to this viewer. `available` are the configured providers, which determine who
 * judges.
 */
export const presentDebate = (
  row: DebateColumns,
  viewer: Viewer,
  available: readonly Provider[],
): Debate => {
  const isJudgementSeen = canSeeJudgement(viewer);
  const isSealed = isJudgementSeen && row.isSealed;
  return {
    id: row.id,
    topic: row.topic,
    language: row.language ?? DEFAULT_LANGUAGE,
    status: row.status,
    maxTurns: row.maxTurns,
    currentTurn: row.currentTurn,
    createdAt: row.createdAt.toISOString(),
    userId: row.userId,
    owner: { id: row.userId, username: row.ownerName },
    isPublic: row.isPublic,
    mystery: row.mystery,
    botAProvider: row.botAProvider,
    botBProvider: row.botBProvider,
    botAStance: row.botAStance,
    botBStance: row.botBStance,
    format: row.format,
    shareEnabled: row.shareEnabled,
    judge: getShownJudge(row.botAProvider, row.botBProvider, available),
    scores: isJudgementSeen && !isSealed ? row.scores : null,
    seal: isSealed ? getSealState(row.scores) : null,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    refunded: row.refunded,
    refusal: row.refusal,
    isUnlisted: row.isUnlisted,
    onlyOwnerSteps: row.onlyOwnerSteps,
    spendingPause: row.spendingPause,
    pace: row.pace,
    autoPlay: row.autoPlay,
    rematchOf: row.rematchOf,
    rematchId: row.rematchId,
    winnerVotes: isJudgementSeen ? row.winnerVotes : null,
    myVote: row.myVote,
    myReaction: row.myReaction,
    sentenceReactions: isJudgementSeen ? (row.sentenceReactions ?? null) : null,
  };
};
