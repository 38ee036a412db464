import { PATIENCE_MS } from "./harness.ts";

/** A statement that is kept back. Its connection waits, and no other. */
export interface Hold {
  /** It is there: the server has not heard of it, or has done it and not answered. */
  reached: Promise<void>;
  /** Lets it go on; one that has not come yet will not be kept back. */
  release(): void;
  /** Cuts its connection instead; of one that has not come yet, as soon as it comes. */
  drop(): void;
}

/** Where a statement is kept back. */
export interface HoldPlace {
  /** On its way to the server, or when it is done, on the answer's way back. */
  at: "request" | "answer";
  /** Only in a transaction that has said this before: of many commits, the one of something. */
  of?: RegExp;
}

export type Verdict = "release" | "drop";

interface AwaitedStatement {
  isThis(statement: string, said: readonly string[], at: HoldPlace["at"]): boolean;
  reach(): Promise<Verdict>;
}

const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((...decide) => {
    [resolve, reject] = decide;
  });
  return { promise, resolve, reject };
};

/** What tests want kept back, and what connections ask before they pass something on. */
export class HeldStatements {
  readonly #awaited = new Set<AwaitedStatement>();

  /** Keeps back the next statement that matches, and of those after it none. */
  hold(pattern: RegExp, { at, of }: HoldPlace): Hold {
    const { promise: reached, ...arrival } = deferred<void>();
    const { promise: verdict, resolve: decide } = deferred<Verdict>();
    const nothing = new Error(`nothing was held by ${pattern} in ${PATIENCE_MS} ms`);
    const late = setTimeout(() => arrival.reject(nothing), PATIENCE_MS).unref();
    reached.catch(() => "whoever waits for it is told");
    const awaited: AwaitedStatement = {
      isThis: (statement, said, where) =>
        at === where &&
        pattern.test(statement) &&
        (of === undefined || said.some((before) => of.test(before))),
      reach() {
        clearTimeout(late);
        arrival.resolve();
        return verdict;
      },
    };
    this.#awaited.add(awaited);
    return {
      reached,
      release: () => {
        this.#awaited.delete(awaited);
        clearTimeout(late);
        decide("release");
      },
      drop: () => decide("drop"),
    };
  }

  /** How to wait with one of these statements, if somebody wants it kept back there. */
  find(
    statements: readonly string[],
    said: readonly string[],
    at: HoldPlace["at"],
  ): AwaitedStatement["reach"] | undefined {
    for (const awaited of this.#awaited)
      if (statements.some((statement) => awaited.isThis(statement, said, at))) {
        this.#awaited.delete(awaited);
        return awaited.reach;
      }
    return undefined;
  }
}
