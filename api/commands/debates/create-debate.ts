import { DebateEntity as DebateRow } from "#infra/db/entities/debate.ts";
import { enqueueModeration } from "#infra/services/debates/enqueue-moderation.ts";
import { detectTopicLanguage } from "#infra/language/detect-language.ts";
import { requireFirstRow } from "#infra/db/sql.ts";
import { type AfterCommit, withTransaction, type Tx } from "#infra/db/transaction.ts";
import { listAvailableProviders, type Env } from "#infra/env.ts";
import type { CreateDebate, Debate } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import type { Language, LanguageTag } from "#shared/domain/debates/language/language.ts";
import { computePopularity } from "#shared/domain/debates/audience/popularity.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { withIdempotencyKey } from "../idempotency.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { hideIdentities } from "#infra/db/debates/blind-debates-sql.ts";
import { drawSides } from "./draw-sides.ts";
import { chargeDebate } from "./charge-debate.ts";
import { requireBudget } from "./require-budget.ts";
import { findDebates } from "#api/queries/debates/find-debates.ts";

/** Throws `invalid` if the server has no access to a side's provider. */
export const requireAvailableProviders = (
  env: Env,
  input: { botAProvider: Provider; botBProvider: Provider },
): void => {
  const available = listAvailableProviders(env);
  for (const field of ["botAProvider", "botBProvider"] as const) {
    if (available.includes(input[field])) continue;
    const message = `${env.labels[input[field]]} is not available on this server`;
    throw new DomainError("invalid", message, { fields: { [field]: message } });
  }
};

type InsertedDebate = Omit<CreateDebate, "language" | "botAProvider" | "botBProvider" | "mystery"> &
  Pick<DebateRow, "botAProvider" | "botBProvider"> & { language: LanguageTag } & Partial<
    Pick<DebateRow, "pace" | "rematchOf" | "mystery">
  >;

/** Inserts and charges a debate of the viewer. Throws `no_credits` and `spending_limit`. */
export const insertDebate = async (
  context: Pick<Context, "env" | "enqueue" | "announce">,
  viewer: SignedInViewer,
  input: InsertedDebate,
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
    popularity: computePopularity({ upvotes: 0, downvotes: 0, winnerVotes: 0, createdAt }),
  });
  const credits = await chargeDebate(tx, { id, userId: viewer.id, charges: 1 });
  after(() => context.announce.creditsUpdated(viewer.id, credits));
  if (context.env.moderation) await enqueueModeration(tx, after, context.enqueue, id, null);
  return requireFirstRow(await findDebates(tx, context, viewer, "WHERE d.id = $2", [id]));
};

interface CreationOptions {
  /** The idempotency key. */
  key: string | undefined;
  /** Languages that the user reads. A topic whose language is unclear gets one of them. */
  preferred: readonly Language[];
}

/**
 * Creates and charges a debate in one transaction. With an idempotency key, a repeated request gets
 * the first answer and is not charged. A blind debate is stored with the names Blue and Red; a
 * table of its own contains the real providers. Throws `no_credits`, `spending_limit`, and
 * `invalid` for unavailable providers.
 */
export const createDebate = async (
  context: Pick<Context, "env" | "logger" | "db" | "enqueue" | "announce">,
  viewer: SignedInViewer,
  input: CreateDebate,
  { key, preferred }: CreationOptions,
): Promise<Debate> => {
  const { mystery = false, botAProvider = "openai", botBProvider = "openai", ...rest } = input;
  const named = { ...rest, botAProvider, botBProvider };
  const drawn = mystery ? drawSides(context.env) : null;
  if (!drawn) requireAvailableProviders(context.env, named);
  const language = input.language ?? (await detectTopicLanguage(input.topic, preferred));
  return withTransaction(context.db, context.logger, (tx, after) => {
    const work = async () => {
      if (!drawn) return insertDebate(context, viewer, { ...named, language }, tx, after);
      const hidden = {
        ...rest,
        language,
        mystery,
        botAProvider: "blue",
        botBProvider: "red",
      } as const;
      const debate = await insertDebate(context, viewer, hidden, tx, after);
      await hideIdentities(tx, debate.id, drawn);
      return debate;
    };
    if (key === undefined) return work();
    const request = ["create-debate", mystery ? { ...rest, mystery } : named];
    return withIdempotencyKey(tx, { userId: viewer.id, key, request }, work);
  });
};
