import { Client } from "pg";
import { driverError } from "./outage.ts";

/** SQLSTATE of a wrong password, and of a role that may not sign in. */
const REFUSED = ["28P01", "28000"];

const canSignIn = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (err) {
    if (REFUSED.some((code) => code === driverError(err).code)) return false;
    throw err;
  } finally {
    await client.end();
  }
};

/** Every schema of the database that is not PostgreSQL's own. */
const SCHEMAS = `
  SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`;

/** The ledger is append-only, and migrations are recorded by their owner alone. */
const READ_ONLY = `
  REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM %role%;
  REVOKE UPDATE, DELETE ON credit_ledger FROM %role%;`;

/**
 * Lets the role in `runtimeUrl` do what API and workers do: read and write rows of all tables, and
 * nothing that needs the owner. Creates the role if it does not exist, and sets its password if the
 * one in `runtimeUrl` is refused. `owner` is connected as a role that owns the tables; it needs
 * CREATEROLE only where the role is created or its password set.
 */
export const grantRuntimeRole = async (owner: Client, runtimeUrl: string): Promise<void> => {
  const { username, password } = new URL(runtimeUrl);
  const name = decodeURIComponent(username);
  const role = owner.escapeIdentifier(name);
  const secret = owner.escapeLiteral(decodeURIComponent(password));
  const { rowCount } = await owner.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  const login = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${secret}`;
  if (rowCount === 0) await owner.query(`CREATE ROLE ${role} ${login}`);
  const { rows } = await owner.query<{ name: string }>(SCHEMAS);
  for (const schema of rows.map((row) => owner.escapeIdentifier(row.name)))
    await owner.query(`
      GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
      GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
      GRANT EXECUTE ON ALL ROUTINES IN SCHEMA ${schema} TO ${role};`);
  await owner.query(READ_ONLY.replaceAll("%role%", () => role));
  if (!(await canSignIn(runtimeUrl))) await owner.query(`ALTER ROLE ${role} ${login}`);
};
