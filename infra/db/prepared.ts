import type { Client, ClientBase, ClientConfig, Pool } from "pg";
import { ClosingOnTimeoutClient } from "./closing-on-timeout-client.ts";
import type { Sql } from "./sql.ts";

/** Every statement here is a constant; should one be written anew each time, it is not kept. */
const MOST = 500;

const names = new Map<string, string>();

/** The name under which connections keep a statement, while there are not too many of them. */
const nameOf = (text: string): string | undefined => {
  if (!names.has(text) && names.size < MOST) names.set(text, `prepared_${names.size}`);
  return names.get(text);
};

const isStatement = (text: unknown, values: unknown): text is string =>
  typeof text === "string" && Array.isArray(values) && values.length > 0;

/** A connection for TypeORM that has each statement with parameters parsed and planned once. */
export class PreparingClient extends ClosingOnTimeoutClient {
  constructor(config?: ClientConfig) {
    super(config);
    const ask: (...args: unknown[]) => unknown = this.query.bind(this);
    const prepare = (text: unknown, values?: unknown, ...rest: unknown[]) =>
      isStatement(text, values)
        ? ask({ name: nameOf(text), text, values }, ...rest)
        : ask(text, values, ...rest);
    // One of the many ways in which pg is asked is named, none is changed.
    this.query = prepare as Client["query"];
  }
}

/** Runs statements without a transaction, each parsed and planned once a connection. */
export const prepared = (connections: Pool | ClientBase): Sql => ({
  async query(text, values = []) {
    const { rows } = await connections.query<object>({ name: nameOf(text), text, values });
    return rows;
  },
});
