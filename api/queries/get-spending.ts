import { select } from "#infra/db/sql.ts";
import type { Spending, SpendingQuery } from "#shared/contract/spending.ts";
import type { Context } from "../context.ts";

/** Maximum number of users listed. */
const MOST_USERS = 20;

const TODAY = `(now() AT TIME ZONE 'utc')::date`;
/** Casts sums to float8, because the driver returns bigints as strings. */
const TAKEN = `
  sum(requests)::float8 AS requests, sum(input_tokens)::float8 AS "inputTokens",
  sum(output_tokens)::float8 AS "outputTokens", sum(characters)::float8 AS characters,
  sum(price)::float8 AS price, bool_or(is_estimated) AS "isEstimated"`;

const DAYS = `
  SELECT day::date::text AS day
    FROM generate_series(${TODAY} - $1::int + 1, ${TODAY}, interval '1 day') AS day ORDER BY day`;

const PARTS = `
  SELECT day::text, provider, kind, ${TAKEN} FROM usage WHERE day > ${TODAY} - $1::int
   GROUP BY day, provider, kind ORDER BY day, provider, kind`;

const USERS = `
  SELECT u.id, u.username, ${TAKEN} FROM usage LEFT JOIN users u ON u.id = user_id
   WHERE day > ${TODAY} - $1::int GROUP BY u.id, u.username ORDER BY sum(price) DESC, u.id LIMIT $2`;

/** Returns model usage of the last days by day, provider and kind, and by user. */
export const getSpending = async (
  { reads, env }: Context,
  { days: count }: SpendingQuery,
): Promise<Spending> => {
  const [days, parts, users] = await Promise.all([
    select<{ day: string }>(reads, DAYS, [count]),
    select<Spending["parts"][number]>(reads, PARTS, [count]),
    select<Spending["users"][number]>(reads, USERS, [count, MOST_USERS]),
  ]);
  const { perDay, perUserAndDay } = env.spending;
  return { days: days.map(({ day }) => day), parts, users, limits: { perDay, perUserAndDay } };
};
