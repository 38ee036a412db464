import { visibleUsageSql } from "#infra/db/providers/usage.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { SpendingOverview, SpendingQuery } from "#shared/contract/admin/spending.ts";
import type { Context } from "#api/context.ts";

/** Maximum number of users listed. */
const MAX_USERS = 20;

const TODAY_SQL = `(now() AT TIME ZONE 'utc')::date`;
/** Casts sums to float8, because the driver returns bigints as strings. */
const USAGE_SUM_COLUMNS = `
  sum(requests)::float8 AS requests, sum(input_tokens)::float8 AS "inputTokens",
  sum(output_tokens)::float8 AS "outputTokens", sum(characters)::float8 AS characters,
  sum(price)::float8 AS price, bool_or(is_estimated) AS "isEstimated"`;

const DAYS_SQL = `
  SELECT day::date::text AS day
    FROM generate_series(${TODAY_SQL} - $1::int + 1, ${TODAY_SQL}, interval '1 day') AS day ORDER BY day`;

const USAGE_BY_DAY_SQL = `
  SELECT day::text, ${visibleUsageSql("provider")} AS provider, kind, ${USAGE_SUM_COLUMNS}
    FROM usage WHERE day > ${TODAY_SQL} - $1::int
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const USAGE_BY_USER_SQL = `
  SELECT u.id, u.username, ${USAGE_SUM_COLUMNS} FROM usage LEFT JOIN users u ON u.id = user_id
   WHERE day > ${TODAY_SQL} - $1::int GROUP BY u.id, u.username ORDER BY sum(price) DESC, u.id LIMIT $2`;

/** Returns model usage of the last days by day, provider and kind, and by user. */
export const getSpending = async (
  { sql, env }: Pick<Context, "env" | "sql">,
  { days: count }: SpendingQuery,
): Promise<SpendingOverview> => {
  const [days, parts, users] = await Promise.all([
    selectRows<{ day: string }>(sql, DAYS_SQL, [count]),
    selectRows<SpendingOverview["parts"][number]>(sql, USAGE_BY_DAY_SQL, [count]),
    selectRows<SpendingOverview["users"][number]>(sql, USAGE_BY_USER_SQL, [count, MAX_USERS]),
  ]);
  const { perDay, perUserAndDay } = env.spending;
  return { days: days.map(({ day }) => day), parts, users, limits: { perDay, perUserAndDay } };
};
