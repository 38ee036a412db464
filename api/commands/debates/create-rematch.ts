import { requireFirstRow } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isProvider } from "#shared/domain/speaker.ts";
import { findRematchObstacle, NO_BLIND_REMATCH } from "#shared/domain/debates/rematch.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import { findDebates } from "#api/queries/debates/find-debates.ts";
import type { Context } from "../../context.ts";
import { withIdempotencyKey } from "../idempotency.ts";
import { insertDebate, requireAvailableProviders } from "./create-debate.ts";
import { lockDebate } from "./lock-debate.ts";

type RematchContext = Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">;

const insertRematch = async (
  context: RematchContext,
  viewer: SignedInViewer,
  debateId: number,
  tx: Tx,
  after: AfterCommit,
): Promise<Debate> => {
  await lockDebate(tx, viewer, debateId, "change");
  const found = await findDebates(tx, context, viewer, "WHERE d.id = $2", [debateId]);
  const original = requireFirstRow(found);
  const obstacle = findRematchObstacle(original);
  const { botAProvider, botBProvider } = original;
  if (obstacle !== null || !isProvider(botAProvider) || !isProvider(botBProvider))
    throw new DomainError("conflict", obstacle ?? NO_BLIND_REMATCH);
  const rematch = {
    topic: original.topic,
    language: original.language,
    maxTurns: original.maxTurns,
    format: original.format,
    pace: original.pace,
    isPublic: original.isPublic,
    shareEnabled: original.shareEnabled,
    onlyOwnerSteps: original.onlyOwnerSteps,
    botAProvider: botBProvider,
    botAStance: "for",
    botBProvider: botAProvider,
    botBStance: "against",
    rematchOf: debateId,
  } as const;
  requireAvailableProviders(context.env, rematch);
  return insertDebate(context, viewer, rematch, tx, after);
};

/**
 * Starts a completed debate of the viewer again with swapped chatbots, for one credit. With an
 * idempotency key, a repeated request gets the first answer and is not charged. Throws `not_found`,
 * `forbidden` for other users, `conflict` if the debate cannot have a rematch, `invalid` for
 * unavailable providers, `no_credits` and `spending_limit`.
 */
export const createRematch = (
  context: RematchContext,
  viewer: SignedInViewer,
  debateId: number,
  key: string | undefined,
): Promise<Debate> =>
  withTransaction(context.db, context.logger, (tx, after) => {
    const work = () => insertRematch(context, viewer, debateId, tx, after);
    if (key === undefined) return work();
    const request = ["create-rematch", debateId];
    return withIdempotencyKey(tx, { userId: viewer.id, key, request }, work);
  });
