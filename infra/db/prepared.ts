import type { Pool } from "pg";
import type { Sql } from "./sql.ts";

/**
 * Runs statements on a pool without a transaction, each parsed and planned once a connection. For
 * statements whose text is a constant: every new text is kept for good.
 */
export const prepared = (pool: Pool): Sql => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `prepared_${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    async query(text, values = []) {
      const { rows } = await pool.query<object>({ name: nameOf(text), text, values });
      return rows;
    },
  };
};
