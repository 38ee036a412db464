import { Client, type ClientConfig } from "pg";
import { isUnanswered } from "./outage.ts";

/** Far longer than any statement of a running product takes. */
export const PATIENCE_MS = 20_000;

/**
 * A connection that ends itself when an answer does not come: a network can lose one without a
 * word, and its pool would give it out for as long as TCP hopes. Whoever asked is told an error.
 */
export class ClosingOnTimeoutClient extends Client {
  constructor(config?: ClientConfig) {
    super({ query_timeout: PATIENCE_MS, ...config });
    const ask: (...args: unknown[]) => unknown = this.query.bind(this);
    const askAndWatch = (...args: unknown[]) => {
      const answer = ask(...args);
      if (answer instanceof Promise)
        answer.catch((err: unknown) => {
          if (isUnanswered(err)) void this.end();
        });
      return answer;
    };
    // None of the many ways in which pg is asked is changed.
    this.query = askAndWatch as Client["query"];
  }
}
