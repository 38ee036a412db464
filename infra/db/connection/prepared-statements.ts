import type { Client, ClientBase, ClientConfig, Pool } from "pg";
import { TimeoutClient } from "./timeout-client.ts";
import type { Sql } from "../sql.ts";

/**
 * Maximum number of prepared statements. All statements are constants. The limit guards against
 * code that builds a new statement for each call.
 */
const MAX_PREPARED_STATEMENTS = 500;

const statementNames = new Map<string, string>();

const getStatementName = (text: string): string | undefined => {
  if (!statementNames.has(text) && statementNames.size < MAX_PREPARED_STATEMENTS)
    statementNames.set(text, `prepared_${statementNames.size}`);
  return statementNames.get(text);
};

const isParameterizedQuery = (text: unknown, values: unknown): text is string =>
  typeof text === "string" && Array.isArray(values) && values.length > 0;

/** Client for TypeORM that prepares each statement with parameters once per connection. */
export class PreparedStatementClient extends TimeoutClient {
  constructor(config?: ClientConfig) {
    super(config);
    const query: (...args: unknown[]) => unknown = this.query.bind(this);
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) =>
      isParameterizedQuery(text, values)
        ? query({ name: getStatementName(text), text, values }, ...rest)
        : query(text, values, ...rest);
    // A statement with a name is prepared. Only calls with a text and parameters get a name; other
    // calls stay as they are.
    this.query = prepare as Client["query"];
  }
}

/** Runs statements without a transaction, each prepared once per connection. */
export const createPreparedSql = (connections: Pool | ClientBase): Sql => ({
  async query(text, values = []) {
    const { rows } = await connections.query<object>({
      name: getStatementName(text),
      text,
      values,
    });
    return rows;
  },
});
