import { change, select, type Sql } from "../db/sql.ts";
import { isListenedSql, SILENCE } from "../views/listened-debate.ts";

const IS_LISTENED_TO = `SELECT ${isListenedSql("$1")} AS is`;

export const isListenedTo = async (sql: Sql, debateId: number): Promise<boolean> => {
  const [found] = await select<{ is: boolean }>(sql, IS_LISTENED_TO, [debateId]);
  return found?.is ?? false;
};

/** Replaces all that a process has reported; deletes what dead processes have left. */
const NOTE = `
  WITH gone AS (
    DELETE FROM listeners WHERE heard_at < now() - 6 * ${SILENCE}
        OR (process = $1 AND NOT debate_id = ANY($2::int[]))),
  heard AS (
    SELECT id, count, shows
      FROM unnest($2::int[], $3::int[], $4::int[]) AS heard (id, count, shows) JOIN debates USING (id))
  INSERT INTO listeners (debate_id, process, count, shows) SELECT id, $1, count, shows FROM heard
  ON CONFLICT (debate_id, process)
  DO UPDATE SET count = excluded.count, shows = excluded.shows, heard_at = now()
  RETURNING debate_id`;

interface Heard {
  debateId: number;
  listeners: number;
  /** How many of them watch it as a show. Only workers of the previous version read it. */
  shows: number;
}

export const noteListeners = (
  sql: Sql,
  process: string,
  heard: readonly Heard[],
): Promise<unknown> =>
  change(sql, NOTE, [
    process,
    heard.map(({ debateId }) => debateId),
    heard.map(({ listeners }) => listeners),
    heard.map(({ shows }) => shows),
  ]);

const COUNTS = `
  SELECT debate_id AS "debateId", sum(count)::int AS count FROM listeners
   WHERE debate_id = ANY($1::int[]) AND heard_at > now() - ${SILENCE} GROUP BY debate_id`;

/** Number of live listeners per debate over all processes. */
export const countListeners = async (
  sql: Sql,
  debateIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await select<{ debateId: number; count: number }>(sql, COUNTS, [debateIds]);
  return new Map(rows.map(({ debateId, count }) => [debateId, count]));
};
