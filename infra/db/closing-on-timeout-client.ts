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
    // From its birth on: a pool takes its own listener away when the connection is ready, and an
    // error that comes in the same packet would find nobody and end the process.
    this.on("error", () => "its pool tells of it");
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
