import { runSql } from "../bench/run-sql.ts";
import type { TestBackend } from "../harness.ts";
import type { History } from "./history.ts";

/** What may be spent in a day, in millionths of a dollar: a few turns with their scores and audio. */
export const DAILY_LIMIT = 30_000;
/** Of a model that is a stand-in, in dollars for a million. */
export const STAND_IN_PRICE = { input: 3, output: 15, characters: 15 };

/** Midnight: everything was spent a day earlier than it says. */
const NEXT_DAY = `
  WITH moved AS (
    UPDATE usage SET day = day - 1
     WHERE (SELECT sum(price) FROM usage WHERE day = (now() AT TIME ZONE 'utc')::date) >= $1
    RETURNING price)
  SELECT FROM moved LIMIT 1`;

/** Where the day's spending limit is reached, the next day begins: there is budget again. */
export const startNextDay = async (backend: TestBackend, history: History): Promise<void> => {
  const moved = await runSql<object>(backend, NEXT_DAY, [DAILY_LIMIT]);
  if (moved.length > 0) history.note("the spending limit was reached, and the next day begins");
};
