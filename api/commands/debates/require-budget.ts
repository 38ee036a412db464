import { findReachedLimit } from "#infra/db/spending.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { limitReached } from "#shared/domain/spending.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";

const DAY_S = 86_400;

/** Days end at midnight UTC, as days of the Unix epoch do. */
const secondsToMidnight = (): number => DAY_S - (Math.floor(Date.now() / 1000) % DAY_S);

/**
 * Throws spending_limit where a daily limit is reached: the site's, or that of the user whose debate is to
 * be paid for, whoever asks. Workers check again before each request that they send.
 */
export const requireBudget = async (
  sql: Sql,
  { spending }: Pick<Env, "spending">,
  { viewer, ownerId }: { viewer: SignedIn | null; ownerId: number },
): Promise<void> => {
  const limit = await findReachedLimit(sql, spending, ownerId);
  if (limit === null) return;
  const message = `${limitReached(limit, viewer?.id === ownerId)} Try again after midnight UTC.`;
  throw new DomainError("spending_limit", message, { retryAfter: secondsToMidnight() });
};
