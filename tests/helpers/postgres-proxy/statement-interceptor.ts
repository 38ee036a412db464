import { TEST_TIMEOUT_MS } from "#tests/harness.ts";

/** A hold on one statement. Only the connection of that statement waits. */
export interface StatementHold {
  /**
   * Resolves when the statement has reached the point of the hold: before the server gets it, or
   * after it ran and before the client gets the answer.
   */
  reached: Promise<void>;
  /** Lets the statement continue. If it has not arrived yet, it will pass without a hold. */
  release(): void;
  /** Closes the connection as soon as the statement arrives, instead of releasing it. */
  drop(): void;
}

export interface InterceptPoint {
  /**
   * `request` holds a statement before the server receives it. `answer` holds it after it ran,
   * before the client gets the answer.
   */
  at: "request" | "answer";
  /**
   * Holds the statement only if the same transaction has already sent a statement that matches
   * `of`. So a test can hold the commit of one particular transaction.
   */
  of?: RegExp;
}

export type HoldDecision = "release" | "drop";

interface AwaitedStatement {
  isThis(statement: string, sentStatements: readonly string[], at: InterceptPoint["at"]): boolean;
  reach(): Promise<HoldDecision>;
}

const createDeferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((...decide) => {
    [resolve, reject] = decide;
  });
  return { promise, resolve, reject };
};

/** The holds of a test, queried by connections before they forward a message. */
export class StatementInterceptor {
  readonly #awaited = new Set<AwaitedStatement>();

  hold(pattern: RegExp, { at, of }: InterceptPoint): StatementHold {
    const { promise: reached, ...arrival } = createDeferred<void>();
    const { promise: verdict, resolve: decide } = createDeferred<HoldDecision>();
    const timeout = new Error(`no statement matched ${pattern} within ${TEST_TIMEOUT_MS} ms`);
    const timer = setTimeout(() => arrival.reject(timeout), TEST_TIMEOUT_MS).unref();
    reached.catch(() => "the test awaits it");
    const awaited: AwaitedStatement = {
      isThis: (statement, sentStatements, where) =>
        at === where &&
        pattern.test(statement) &&
        (of === undefined || sentStatements.some((before) => of.test(before))),
      reach() {
        clearTimeout(timer);
        arrival.resolve();
        return verdict;
      },
    };
    this.#awaited.add(awaited);
    return {
      reached,
      release: () => {
        this.#awaited.delete(awaited);
        clearTimeout(timer);
        decide("release");
      },
      drop: () => decide("drop"),
    };
  }

  /**
   * Removes the first hold that matches one of these statements and returns its `reach`, or undefined
   * if no hold matches. `reach` resolves when the test releases or drops the statement.
   */
  find(
    statements: readonly string[],
    sentStatements: readonly string[],
    at: InterceptPoint["at"],
  ): AwaitedStatement["reach"] | undefined {
    for (const awaited of this.#awaited)
      if (statements.some((statement) => awaited.isThis(statement, sentStatements, at))) {
        this.#awaited.delete(awaited);
        return awaited.reach;
      }
    return undefined;
  }
}
