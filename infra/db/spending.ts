import type { SpendingLimit, SpendingLimits } from "#shared/domain/spending.ts";
import { select, type Sql } from "./sql.ts";

const TODAY = "(now() AT TIME ZONE 'utc')::date";
/** Whose sums in `daily_spending` are the whole site's. */
const SITE = "0";

const spentToday = (userId: string): string => `
  (SELECT coalesce(sum(price), 0) FROM daily_spending WHERE user_id = ${userId} AND day = ${TODAY})::float8`;

/** The values of the two parameters below: in millionths of a dollar; null: no limit. */
export const limitValues = ({ perDay, perUserAndDay }: SpendingLimits): (number | null)[] =>
  [perDay, perUserAndDay].map((dollars) => dollars && dollars * 1_000_000);

/**
 * Which daily limit is reached, as SQL, or NULL; `own`: what was spent and is not stored yet. A user's
 * spending is that of their debates; what belongs to no debate counts for the site alone.
 */
export const reachedLimit = (
  userId: string,
  [perDay, perUser]: readonly [string, string],
  own = "0",
): string => `
  CASE WHEN ${spentToday(SITE)} + ${own} >= ${perDay}::float8 THEN 'site_limit'
       WHEN ${userId} IS NOT NULL AND ${spentToday(userId)} + ${own} >= ${perUser}::float8
         THEN 'user_limit' END`;

/**
 * Whether there is budget for that user, as SQL for many rows at once: the site's sum and the list of
 * users at their limit are computed once a statement.
 */
export const hasBudget = (userId: string, [perDay, perUser]: readonly [string, string]): string => `
  (SELECT ${spentToday(SITE)} >= ${perDay}::float8) IS NOT TRUE
  AND (${perUser}::float8 IS NULL OR ${userId} IS NULL OR (${perUser}::float8 > 0 AND ${userId} NOT IN
    (SELECT user_id FROM daily_spending WHERE day = ${TODAY}
      GROUP BY user_id HAVING sum(price) >= ${perUser}::float8)))`;

const OF_USER = `SELECT ${reachedLimit("$1::int", ["$2", "$3"])} AS reached`;
const OF_DEBATE = `
  SELECT ${reachedLimit("o.user_id", ["$2", "$3"], "$4::float8")} AS reached
    FROM (SELECT (SELECT user_id FROM debates WHERE id = $1::int) AS user_id) AS o`;

interface Reached {
  reached: SpendingLimit | null;
}

const hasLimits = ({ perDay, perUserAndDay }: SpendingLimits): boolean =>
  perDay !== null || perUserAndDay !== null;

/** Which limit the debates of this user have reached today. */
export const findReachedLimit = async (
  sql: Sql,
  limits: SpendingLimits,
  userId: number,
): Promise<SpendingLimit | null> => {
  if (!hasLimits(limits)) return null;
  const [found] = await select<Reached>(sql, OF_USER, [userId, ...limitValues(limits)]);
  return found?.reached ?? null;
};

/**
 * Which limit the owner of this debate has reached today, with `own` millionths of a dollar that are
 * not stored yet. Without a debate only the site's limit counts.
 */
export const findReachedLimitOf = async (
  sql: Sql,
  limits: SpendingLimits,
  debateId: number | null,
  own = 0,
): Promise<SpendingLimit | null> => {
  if (!hasLimits(limits)) return null;
  const values = [debateId, ...limitValues(limits), own];
  const [found] = await select<Reached>(sql, OF_DEBATE, values);
  return found?.reached ?? null;
};
