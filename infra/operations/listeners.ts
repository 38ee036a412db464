import { change, select, type Sql } from "../db/sql.ts";

/** A process that has said nothing for so long has nobody who listens. */
const SILENCE = "interval '10 seconds'";

const IS_LISTENED_TO = `
  SELECT EXISTS (SELECT FROM listeners WHERE debate_id = $1 AND heard_at > now() - ${SILENCE}) AS "isListenedTo"`;

/** Whether anybody listens to a debate live, at any process. */
export const isListenedTo = async (sql: Sql, debateId: number): Promise<boolean> => {
  const [found] = await select<{ isListenedTo: boolean }>(sql, IS_LISTENED_TO, [debateId]);
  return found?.isListenedTo ?? false;
};

/** All that a process has to say, and nothing of it that is over; what others left is cleared away. */
const NOTE = `
  WITH gone AS (
    DELETE FROM listeners WHERE heard_at < now() - 6 * ${SILENCE}
        OR (process = $1 AND NOT debate_id = ANY($2::int[]))),
  heard AS (
    SELECT id, count FROM unnest($2::int[], $3::int[]) AS heard (id, count) JOIN debates USING (id))
  INSERT INTO listeners (debate_id, process, count) SELECT id, $1, count FROM heard
  ON CONFLICT (debate_id, process) DO UPDATE SET count = excluded.count, heard_at = now()
  RETURNING debate_id`;

/** Notes how many listen at a process, by debate. */
export const noteListeners = (
  sql: Sql,
  process: string,
  counts: ReadonlyMap<number, number>,
): Promise<unknown> => change(sql, NOTE, [process, [...counts.keys()], [...counts.values()]]);

const COUNTS = `
  SELECT debate_id AS "debateId", sum(count)::int AS count FROM listeners
   WHERE debate_id = ANY($1::int[]) AND heard_at > now() - ${SILENCE} GROUP BY debate_id`;

/** How many listen to these debates live, at all processes. */
export const countListeners = async (
  sql: Sql,
  debateIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await select<{ debateId: number; count: number }>(sql, COUNTS, [debateIds]);
  return new Map(rows.map(({ debateId, count }) => [debateId, count]));
};
