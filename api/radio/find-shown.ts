import { select, type Sql } from "#infra/db/sql.ts";

export interface Shown {
  isPublic: boolean;
  turnIds: number[];
}

const SHOWN = `
  SELECT d.id, d.is_public AS "isPublic",
         ARRAY (SELECT t.id FROM turns t WHERE t.debate_id = d.id AND NOT t.is_hidden) AS "turnIds"
    FROM debates d WHERE d.id = ANY ($1::int[])`;

/** Reads the visibility of these debates with one statement. Deleted ones are left out. */
export const findShown = async (
  reads: Sql,
  debateIds: readonly number[],
): Promise<Map<number, Shown>> => {
  const rows = await select<Shown & { id: number }>(reads, SHOWN, [debateIds]);
  return new Map(rows.map((row) => [row.id, row]));
};
