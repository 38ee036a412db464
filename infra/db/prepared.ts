import type { Client, ClientBase, ClientConfig, Pool } from "pg";
import { ClosingOnTimeoutClient } from "./closing-on-timeout-client.ts";
import type { Sql } from "./sql.ts";

/**
 * Maximum number of prepared statements. All statements are constants; the limit guards against one
 * that is built for each call.
 */
const MOST = 500;

const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < MOST) names.set(text, `prepared_${names.size}`);
  return names.get(text);
};

const isStatement = (text: unknown, values: unknown): text is string =>
  typeof text === "string" && Array.isArray(values) && values.length > 0;

/** Client for TypeORM that prepares each statement with parameters once per connection. */
export class PreparingClient extends ClosingOnTimeoutClient {
  constructor(config?: ClientConfig) {
    super(config);
    const ask: (...args: unknown[]) => unknown = this.query.bind(this);
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) =>
      isStatement(text, values)
        ? ask({ name: nameOf(text), text, values }, ...rest)
        : ask(text, values, ...rest);
    // Only the overload (text, values) gets a name; the others are unchanged.
    this.query = prepare as Client["query"];
  }
}

/** Runs statements without a transaction, each prepared once per connection. */
export const prepared = (connections: Pool | ClientBase): Sql => ({
  async query(text, values = []) {
    const { rows } = await connections.query<object>({ name: nameOf(text), text, values });
    return rows;
  },
});
