import { selectRows, type Sql } from "#infra/db/sql.ts";

/** A table in a backup. Its generated columns are left out. */
export interface BackupTable {
  name: string;
  columns: string[];
}

/** Tables that a backup leaves out: transient data, and metadata of the schema. */
const EXCLUDED_TABLES = [
  "rate_limits",
  "socket_io_attachments",
  "schema_migrations",
  "typeorm_metadata",
];

const TABLE_COLUMNS_SQL = `
  SELECT c.table_name AS name, json_agg(c.column_name ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     AND NOT c.table_name = ANY($1)
   GROUP BY c.table_name ORDER BY c.table_name`;

const REFERENCES_SQL = `
  SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS "refersTo"
    FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`;

/** Returns all tables in an order in which each comes after the tables it references. */
export const listTables = async (sql: Sql): Promise<BackupTable[]> => {
  const remaining = await selectRows<BackupTable>(sql, TABLE_COLUMNS_SQL, [EXCLUDED_TABLES]);
  const references = await selectRows<{ name: string; refersTo: string }>(sql, REFERENCES_SQL);
  const ordered: BackupTable[] = [];
  while (remaining.length > 0) {
    const waits = ({ name }: BackupTable) =>
      references.some(
        (table) => table.name === name && remaining.some((t) => t.name === table.refersTo),
      );
    const next = remaining.findIndex((table) => !waits(table));
    if (next < 0) throw new Error("The tables have circular references.");
    ordered.push(...remaining.splice(next, 1));
  }
  return ordered;
};

export const listMigrations = async (sql: Sql): Promise<string[]> => {
  const rows = await selectRows<{ name: string }>(sql, `SELECT name FROM schema_migrations`);
  return rows.map(({ name }) => name).toSorted();
};
