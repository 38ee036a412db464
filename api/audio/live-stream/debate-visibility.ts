import { selectRows, type Sql } from "#infra/db/sql.ts";

export interface DebateVisibility {
  isPublic: boolean;
  turnIds: number[];
}

const VISIBILITY_SQL = `
  SELECT d.id, d.is_public AS "isPublic",
         ARRAY (SELECT t.id FROM turns t WHERE t.debate_id = d.id AND NOT t.is_hidden) AS "turnIds"
    FROM debates d WHERE d.id = ANY ($1::int[])`;

/** Reads the visibility of the given debates in one statement. Deleted debates are left out. */
export const findDebateVisibility = async (
  sql: Sql,
  debateIds: readonly number[],
): Promise<Map<number, DebateVisibility>> => {
  const rows = await selectRows<DebateVisibility & { id: number }>(sql, VISIBILITY_SQL, [
    debateIds,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
};
