import { Client, type ClientConfig } from "pg";
import { isReadTimeout } from "./database-errors.ts";

/** Query timeout, far above the duration of any normal statement. */
export const QUERY_TIMEOUT_MS = 20_000;

/**
 * A client that closes its connection when a query times out. A dead network path gives no error,
 * so the pool would reuse the connection until TCP gives up. The caller gets the timeout error.
 */
export class TimeoutClient extends Client {
  constructor(config?: ClientConfig) {
    super({ query_timeout: QUERY_TIMEOUT_MS, ...config });
    // The pool removes its own error listener once the client is connected. Without this one, an
    // error in the same packet would be unhandled and end the process.
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
    // All overloads of `query` keep their signatures.
    this.query = queryWithTimeout as Client["query"];
  }
}
