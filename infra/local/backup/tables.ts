import { select, type Sql } from "../../db/sql.ts";

/** A table in a backup; generated columns are left out. */
export interface Table {
  name: string;
  columns: string[];
}

/** Transient data, and metadata of the schema itself. */
const LEFT_OUT = ["rate_limits", "socket_io_attachments", "schema_migrations", "typeorm_metadata"];

const COLUMNS = `
  SELECT c.table_name AS name, json_agg(c.column_name ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     AND NOT c.table_name = ANY($1)
   GROUP BY c.table_name ORDER BY c.table_name`;

const REFERENCES = `
  SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS "refersTo"
    FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`;

/** All tables, ordered so that each comes after those it references. */
export const listTables = async (sql: Sql): Promise<Table[]> => {
  const left = await select<Table>(sql, COLUMNS, [LEFT_OUT]);
  const references = await select<{ name: string; refersTo: string }>(sql, REFERENCES);
  const ordered: Table[] = [];
  while (left.length > 0) {
    const waits = ({ name }: Table) =>
      references.some((each) => each.name === name && left.some((t) => t.name === each.refersTo));
    const next = left.findIndex((table) => !waits(table));
    if (next < 0) throw new Error("The tables refer to each other in a circle.");
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
};

export const listMigrations = async (sql: Sql): Promise<string[]> => {
  const rows = await select<{ name: string }>(sql, `SELECT name FROM schema_migrations`);
  return rows.map(({ name }) => name).toSorted();
};
