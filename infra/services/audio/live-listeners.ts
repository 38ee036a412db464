import { mutateRows, selectRows, type Sql } from "#infra/db/sql.ts";
import { isWatchedSql } from "#infra/services/accounts/connected-users.ts";
import { paceSql } from "#infra/presenters/debate-progress-presenter.ts";

/** A process without a report for this long counts as having no listeners. */
const LISTENER_TIMEOUT_SQL = "interval '10 seconds'";

const hasListenersSql = (debateId: string): string => `
  EXISTS (SELECT FROM listeners WHERE debate_id = ${debateId} AND heard_at > now() - ${LISTENER_TIMEOUT_SQL})`;

/** Returns an SQL condition: whether a debate has a watcher or a listener. */
export const isWatchedOrHeardSql = (debateId: string): string =>
  `(${isWatchedSql(debateId)} OR ${hasListenersSql(debateId)})`;

const NEEDS_LIVE_SPEECH_SQL = `
  SELECT ${paceSql("d")} = 'voice' OR ${hasListenersSql("d.id")} AS is FROM debates d WHERE d.id = $1`;

/** Returns whether the debate's turns are spoken while they are being written. */
export const needsLiveSpeech = async (sql: Sql, debateId: number): Promise<boolean> => {
  const [found] = await selectRows<{ is: boolean }>(sql, NEEDS_LIVE_SPEECH_SQL, [debateId]);
  return found?.is ?? false;
};

/**
 * Stores the numbers of listeners at a process. Each report replaces the process's previous one.
 */
const RECORD_LISTENERS_SQL = `
  WITH gone AS (
    DELETE FROM listeners WHERE process = $1 AND NOT debate_id = ANY($2::int[])),
  reported AS (
    SELECT id, count FROM unnest($2::int[], $3::int[]) AS counts (id, count) JOIN debates USING (id))
  INSERT INTO listeners (debate_id, process, count) SELECT id, $1, count FROM reported
  ON CONFLICT (debate_id, process) DO UPDATE SET count = excluded.count, heard_at = now()
  RETURNING debate_id`;

interface ListenerCount {
  debateId: number;
  listeners: number;
}

export const recordListeners = (
  sql: Sql,
  process: string,
  counts: readonly ListenerCount[],
): Promise<unknown> =>
  mutateRows(sql, RECORD_LISTENERS_SQL, [
    process,
    counts.map(({ debateId }) => debateId),
    counts.map(({ listeners }) => listeners),
  ]);

const COUNT_LISTENERS_SQL = `
  SELECT debate_id AS "debateId", sum(count)::int AS count FROM listeners
   WHERE debate_id = ANY($1::int[]) AND heard_at > now() - ${LISTENER_TIMEOUT_SQL} GROUP BY debate_id`;

/** Returns the number of live listeners per debate, over all processes. */
export const countListeners = async (
  sql: Sql,
  debateIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await selectRows<{ debateId: number; count: number }>(sql, COUNT_LISTENERS_SQL, [
    debateIds,
  ]);
  return new Map(rows.map(({ debateId, count }) => [debateId, count]));
};
