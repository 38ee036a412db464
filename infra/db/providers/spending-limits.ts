import type { SpendingLimit, SpendingLimits } from "#shared/domain/billing/spending.ts";
import { selectRows, type Sql } from "../sql.ts";

const TODAY_UTC_SQL = "(now() AT TIME ZONE 'utc')::date";
/** In `daily_spending`, the rows with this user id hold the sums of the whole site. */
const SITE_USER_ID = "0";

const spentTodaySql = (userId: string): string => `
  (SELECT coalesce(sum(price), 0) FROM daily_spending WHERE user_id = ${userId} AND day = ${TODAY_UTC_SQL})::float8`;

/**
 * Returns the daily limits of the site and of each user, in millionths of a dollar. Null means that
 * there is no limit.
 */
export const getLimitParameters = ({ perDay, perUserAndDay }: SpendingLimits): (number | null)[] =>
  [perDay, perUserAndDay].map((dollars) => dollars && dollars * 1_000_000);

/**
 * SQL for the name of the daily limit that is reached, or NULL. `unrecorded` is spending that is
 * not stored yet, in millionths of a dollar. The spending of a user is the cost of the user's
 * debates. Spending without a debate counts only for the site.
 */
export const reachedLimitSql = (
  userId: string,
  [perDay, perUser]: readonly [string, string],
  unrecorded = "0",
): string => `
  CASE WHEN ${spentTodaySql(SITE_USER_ID)} + ${unrecorded} >= ${perDay}::float8 THEN 'site_limit'
       WHEN ${userId} IS NOT NULL AND ${spentTodaySql(userId)} + ${unrecorded} >= ${perUser}::float8
         THEN 'user_limit' END`;

/**
 * SQL condition that the user has budget left. Use it in statements over many rows: it computes the
 * site's sum and the users at their limit only once per statement.
 */
export const hasBudgetSql = (
  userId: string,
  [perDay, perUser]: readonly [string, string],
): string => `
  (SELECT ${spentTodaySql(SITE_USER_ID)} >= ${perDay}::float8) IS NOT TRUE
  AND (${perUser}::float8 IS NULL OR ${userId} IS NULL OR (${perUser}::float8 > 0 AND ${userId} NOT IN
    (SELECT user_id FROM daily_spending WHERE day = ${TODAY_UTC_SQL}
      GROUP BY user_id HAVING sum(price) >= ${perUser}::float8)))`;

const REACHED_LIMIT_OF_USER_SQL = `SELECT ${reachedLimitSql("$1::int", ["$2", "$3"])} AS reached`;
const REACHED_LIMIT_OF_DEBATE_SQL = `
  SELECT ${reachedLimitSql("o.user_id", ["$2", "$3"], "$4::float8")} AS reached
    FROM (SELECT (SELECT user_id FROM debates WHERE id = $1::int) AS user_id) AS o`;

interface ReachedLimitRow {
  reached: SpendingLimit | null;
}

const hasLimits = ({ perDay, perUserAndDay }: SpendingLimits): boolean =>
  perDay !== null || perUserAndDay !== null;

/**
 * Returns the limit that the user or the site has reached today, or null. Without a user, only the
 * site's limit applies.
 */
export const findReachedLimitOfUser = async (
  sql: Sql,
  limits: SpendingLimits,
  userId: number | null,
): Promise<SpendingLimit | null> => {
  if (!hasLimits(limits)) return null;
  const [found] = await selectRows<ReachedLimitRow>(sql, REACHED_LIMIT_OF_USER_SQL, [
    userId,
    ...getLimitParameters(limits),
  ]);
  return found?.reached ?? null;
};

/**
 * Returns the limit that the debate's owner or the site has reached today, or null. Without a
 * debate only the site's limit applies. `unrecorded` is spending that is not stored yet, in
 * millionths of a dollar.
 */
export const findReachedLimitOfDebate = async (
  sql: Sql,
  limits: SpendingLimits,
  debateId: number | null,
  unrecorded = 0,
): Promise<SpendingLimit | null> => {
  if (!hasLimits(limits)) return null;
  const values = [debateId, ...getLimitParameters(limits), unrecorded];
  const [found] = await selectRows<ReachedLimitRow>(sql, REACHED_LIMIT_OF_DEBATE_SQL, values);
  return found?.reached ?? null;
};
