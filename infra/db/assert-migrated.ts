import type { DataSource } from "typeorm";
import { unwrapDriverError } from "./connection/database-errors.ts";
import { selectRows, type Sql } from "./sql.ts";

/**
 * A newer version may have applied further migrations. They are accepted, because they only add to
 * the schema.
 */
const MISSING_MIGRATIONS_SQL = `
  SELECT count(*)::int AS missing FROM unnest($1::text[]) AS known (name)
   WHERE name NOT IN (SELECT name FROM schema_migrations)`;

const UNDEFINED_TABLE = "42P01";

/** Throws, with a message for the operator, if migrations that this code knows are missing. */
export const assertMigrated = async (
  { migrations }: Pick<DataSource, "migrations">,
  sql: Sql,
): Promise<void> => {
  const names = migrations.map((migration) => migration.name ?? migration.constructor.name);
  const [found] = await selectRows<{ missing: number }>(sql, MISSING_MIGRATIONS_SQL, [names]).catch(
    (err: unknown) => {
      if (unwrapDriverError(err).code !== UNDEFINED_TABLE) throw err;
      return [{ missing: names.length }];
    },
  );
  if (found?.missing === 0) return;
  const missing = `${found?.missing} of ${names.length} migrations`;
  throw new Error(`The database lacks ${missing}. Run \`node dist/migrate.js\` first.`);
};
