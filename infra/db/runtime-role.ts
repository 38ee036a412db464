import { Client } from "pg";
import { unwrapDriverError } from "./connection/database-errors.ts";

/** SQLSTATEs of a wrong password and of a role that may not log in. */
const LOGIN_REFUSED_CODES = ["28P01", "28000"];

const canConnect = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (err) {
    if (LOGIN_REFUSED_CODES.some((code) => code === unwrapDriverError(err).code)) return false;
    throw err;
  } finally {
    await client.end();
  }
};

const LIST_SCHEMAS_SQL = `
  SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`;

/**
 * The role may not change the ledger, which is append-only. It may not write the list of applied
 * migrations, which belongs to the owner of the tables.
 */
const READ_ONLY_TABLES_SQL = `
  REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM %role%;
  REVOKE UPDATE, DELETE ON credit_ledger FROM %role%;`;

/**
 * Grants the role in `runtimeUrl` what API and workers need: reading and writing rows of all
 * tables, but no right of an owner. Creates the role if it does not exist. Sets its password if the
 * one in `runtimeUrl` is refused. `owner` is a connection as the owner of the tables, who needs
 * CREATEROLE only for these two steps.
 */
export const grantRuntimeRole = async (owner: Client, runtimeUrl: string): Promise<void> => {
  const { username, password } = new URL(runtimeUrl);
  const name = decodeURIComponent(username);
  const role = owner.escapeIdentifier(name);
  const secret = owner.escapeLiteral(decodeURIComponent(password));
  const { rowCount } = await owner.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  const login = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${secret}`;
  if (rowCount === 0) await owner.query(`CREATE ROLE ${role} ${login}`);
  const { rows } = await owner.query<{ name: string }>(LIST_SCHEMAS_SQL);
  for (const schema of rows.map((row) => owner.escapeIdentifier(row.name)))
    await owner.query(`
      GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
      GRANT EXECUTE ON ALL ROUTINES IN SCHEMA ${schema} TO ${role};
      -- PostgreSQL 14 lets every role create tables in the schema public.
      REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC;`);
  await owner.query(READ_ONLY_TABLES_SQL.replaceAll("%role%", () => role));
  if (!(await canConnect(runtimeUrl))) await owner.query(`ALTER ROLE ${role} ${login}`);
};
