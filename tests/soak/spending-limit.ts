import { runSql } from "../bench/support/run-sql.ts";
import type { TestBackend } from "../harness.ts";
import type { SoakHistory } from "./soak-history.ts";

/**
 * Daily spending limits in millionths of a dollar. They suffice for a few turns with their scores
 * and recordings.
 */
export const DAILY_LIMIT_MICRODOLLARS = 40_000;
export const DAILY_LIMIT_PER_USER = 15_000;
/**
 * Prices in dollars per million tokens or characters. They are so low that a single job exceeds a
 * limit only by a little.
 */
export const FAKE_MODEL_PRICE = { input: 3, output: 15, characters: 3 };

/** SQL that moves all usage into the past if a limit is reached. This starts the next day. */
const NEXT_DAY_SQL = `
  WITH reached AS (
    SELECT user_id FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date
     GROUP BY GROUPING SETS ((), (user_id))
    HAVING sum(price) >= CASE WHEN GROUPING(user_id) = 1 THEN $1::int WHEN user_id > 0 THEN $2::int END),
  moved AS (
    UPDATE usage SET day = day - 1 WHERE EXISTS (SELECT FROM reached) RETURNING price)
  SELECT FROM moved LIMIT 1`;

/**
 * Starts the next day if the site's spending limit is reached, so that there is budget again. With
 * `alsoForUsers`, also if the limit of any user is reached.
 */
export const startNextDay = async (
  backend: TestBackend,
  history: SoakHistory,
  { alsoForUsers = false } = {},
): Promise<void> => {
  const perUser = alsoForUsers ? DAILY_LIMIT_PER_USER : null;
  const moved = await runSql<object>(backend, NEXT_DAY_SQL, [DAILY_LIMIT_MICRODOLLARS, perUser]);
  if (moved.length > 0) history.note("a spending limit was reached, and the next day begins");
};
