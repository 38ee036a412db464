import { select, type Sql } from "#infra/db/sql.ts";

/** What of a debate may be sent at this moment. */
export interface Shown {
  isPublic: boolean;
  /** The turns that are not hidden. */
  turnIds: number[];
}

const SHOWN = `
  SELECT d.id, d.is_public AS "isPublic",
         ARRAY (SELECT t.id FROM turns t WHERE t.debate_id = d.id AND NOT t.is_hidden) AS "turnIds"
    FROM debates d WHERE d.id = ANY ($1::int[])`;

/** Reads, in one statement, what may be sent of these debates. A debate that is gone is left out. */
export const findShown = async (
  reads: Sql,
  debateIds: readonly number[],
): Promise<Map<number, Shown>> => {
  const rows = await select<Shown & { id: number }>(reads, SHOWN, [debateIds]);
  return new Map(rows.map((row) => [row.id, row]));
};
