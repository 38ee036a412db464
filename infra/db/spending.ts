import type { SpendingLimit, SpendingLimits } from "#shared/domain/spending.ts";
import { select, type Sql } from "./sql.ts";

const TODAY = "(now() AT TIME ZONE 'utc')::date";
/** User id of the rows with the sums of the whole site. */
const SITE = "0";

const spentToday = (userId: string): string => `
  (SELECT coalesce(sum(price), 0) FROM daily_spending WHERE user_id = ${userId} AND day = ${TODAY})::float8`;

/** Values of the two limit parameters, in millionths of a dollar; null: no limit. */
export const limitValues = ({ perDay, perUserAndDay }: SpendingLimits): (number | null)[] =>
  [perDay, perUserAndDay].map((dollars) => dollars && dollars * 1_000_000);

/**
 * SQL for the daily limit that is reached, or NULL. `own`: spending that is not stored yet. A
 * user's spending is that of their debates; spending without a debate counts only for the site.
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
 * SQL condition that the user has budget, for statements over many rows: the site's sum and the
 * list of users at their limit are computed once per statement.
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
 * The limit that the debate's owner has reached today, or null. `own`: millionths of a dollar that
 * are not stored yet. Without a debate only the site's limit applies.
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
