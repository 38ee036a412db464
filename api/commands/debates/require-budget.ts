import { select } from "#infra/db/sql.ts";
import type { Tx } from "#infra/db/transaction.ts";
import type { Env } from "#infra/env.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { isSpent } from "#shared/domain/spending.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";

const DAY_S = 86_400;

const SPENT = `
  SELECT coalesce(sum(price), 0)::float8 AS everybody,
         coalesce(sum(price) FILTER (WHERE user_id = $1), 0)::float8 AS own
    FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date`;

const refuse = (who: string): never => {
  // Days end at midnight in UTC, as seconds since the epoch do.
  const retryAfter = DAY_S - (Math.floor(Date.now() / 1000) % DAY_S);
  const message = `${who} spent what may be spent in a day. New debates can be started after midnight (UTC).`;
  throw new DomainError("spending_limit", message, { retryAfter });
};

/**
 * Throws spending_limit where a day's money is spent, by everybody or by this user. What runs goes
 * on, so the day may end somewhat above it.
 */
export const requireBudget = async (
  tx: Tx,
  { spending: { perDay, perUserAndDay } }: Pick<Env, "spending">,
  viewer: SignedIn,
): Promise<void> => {
  if (perDay === null && perUserAndDay === null) return;
  const [spent] = await select<{ everybody: number; own: number }>(tx, SPENT, [viewer.id]);
  if (isSpent(spent?.everybody ?? 0, perDay)) refuse("This site has");
  if (isSpent(spent?.own ?? 0, perUserAndDay)) refuse("Your debates have");
};
