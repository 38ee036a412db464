import { Client, type ClientConfig } from "pg";
import { isReadTimeout } from "./database-errors.ts";

/** Query timeout. Any normal statement takes far less. */
export const QUERY_TIMEOUT_MS = 20_000;

/**
 * A client that closes its connection when a query times out. The caller gets the timeout error. A
 * dead network path reports no error, so the pool would otherwise reuse the connection until TCP
 * gives up.
 */
export class TimeoutClient extends Client {
  constructor(config?: ClientConfig) {
    super({ query_timeout: QUERY_TIMEOUT_MS, ...config });
    // The pool removes its own error listener as soon as the client is connected. Without this
    // listener, an error in the same network packet would be unhandled and end the process.
    this.on("error", () => "reported by the pool");
    const query: (...args: unknown[]) => unknown = this.query.bind(this);
    const queryWithTimeout = (...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise)
        result.catch((err: unknown) => {
          if (isReadTimeout(err)) void this.end();
        });
      return result;
    };
    // The wrapper accepts all overloads of `query`; TypeScript cannot infer that.
    this.query = queryWithTimeout as Client["query"];
  }
}
