import { findReachedLimitOfUser } from "#infra/db/providers/spending-limits.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { describeReachedLimit } from "#shared/domain/billing/spending.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";

const DAY_S = 86_400;

/** Unix time has exactly 86,400 s per day, and its days end at midnight UTC. */
const computeSecondsToUtcMidnight = (): number => DAY_S - (Math.floor(Date.now() / 1000) % DAY_S);

/**
 * Throws `spending_limit` if the daily limit of the server or of the debate's owner is reached.
 * `ownerId` is null if the request belongs to no debate. Workers check the limits again before each
 * paid request.
 */
export const requireBudget = async (
  sql: Sql,
  { spending }: Pick<Env, "spending">,
  { viewer, ownerId }: { viewer: SignedInViewer | null; ownerId: number | null },
): Promise<void> => {
  const limit = await findReachedLimitOfUser(sql, spending, ownerId);
  if (limit === null) return;
  const message = `${describeReachedLimit(limit, viewer !== null && viewer.id === ownerId)} Try again after midnight UTC.`;
  throw new DomainError("spending_limit", message, { retryAfter: computeSecondsToUtcMidnight() });
};
