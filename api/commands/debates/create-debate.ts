import { Debate as DebateRow } from "#infra/db/entities/debate.ts";
import { askForModeration } from "#infra/operations/ask-for-moderation.ts";
import { firstRow } from "#infra/db/sql.ts";
import { type AfterCommit, transact, type Tx } from "#infra/db/transaction.ts";
import { availableProviders, type Env } from "#infra/env.ts";
import type { CreateDebate, Debate } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { popularity } from "#shared/domain/popularity.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { answerOnce } from "../answer-once.ts";
import { chargeDebate } from "./charge-debate.ts";
import { requireBudget } from "./require-budget.ts";
import { findDebates } from "../../queries/find-debates.ts";

const requireSpeakers = (env: Env, input: CreateDebate): void => {
  const available = availableProviders(env);
  for (const field of ["botAProvider", "botBProvider"] as const) {
    if (available.includes(input[field])) continue;
    const message = `${env.labels[input[field]]} is not available on this server`;
    throw new DomainError("invalid", message, { fields: { [field]: message } });
  }
};

const start = async (
  context: Context,
  viewer: SignedIn,
  input: CreateDebate,
  tx: Tx,
  after: AfterCommit,
): Promise<Debate> => {
  await requireBudget(tx, context.env, { viewer, ownerId: viewer.id });
  const createdAt = new Date();
  const { id } = await tx.save(DebateRow, {
    ...input,
    shareEnabled: input.isPublic && input.shareEnabled,
    userId: viewer.id,
    createdAt,
    popularity: popularity({ upvotes: 0, downvotes: 0, winnerVotes: 0, createdAt }),
  });
  const credits = await chargeDebate(tx, { id, userId: viewer.id, charges: 1 });
  after(() => context.announce.creditsUpdated(viewer.id, credits));
  if (context.env.moderation) await askForModeration(tx, after, context.enqueue, id, null);
  return firstRow(await findDebates(tx, context, viewer, "WHERE d.id = $2", [id]));
};

/**
 * Creates and charges a debate in one transaction. With an idempotency key, a repeated request gets
 * the first answer and is not charged. Throws no_credits, spending_limit, and invalid for
 * unavailable providers.
 */
export const createDebate = (
  context: Context,
  viewer: SignedIn,
  input: CreateDebate,
  key: string | undefined,
): Promise<Debate> => {
  requireSpeakers(context.env, input);
  return transact(context.db, context.logger, (tx, after) => {
    const work = () => start(context, viewer, input, tx, after);
    if (key === undefined) return work();
    const request = ["create-debate", input];
    return answerOnce(tx, { userId: viewer.id, key, request }, work);
  });
};
