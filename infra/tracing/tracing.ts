/** What is told of a step: ids, names and numbers, never what somebody wrote. */
export type Facts = Record<string, string | number | boolean>;

/** Times are milliseconds since 1970. */
interface Step {
  name: string;
  /** Whose part in it this is; most are within a process. */
  kind?: "server" | "consumer" | "client";
  /** The step that it follows from, as W3C's `traceparent`. */
  parent?: string | undefined;
  /** Now, unless it has begun before. */
  from?: number;
  facts?: Facts;
}

/** A step that goes on. */
export interface Trace {
  /** Its name for whoever goes on with it, in whichever process; undefined where nobody traces. */
  readonly parent: string | undefined;
  /** Notes a step of it that is over. */
  note(step: Omit<Step, "parent"> & { to: number }): void;
  /** It is over; `error`: what was wrong, in a word. */
  end(facts?: Facts, error?: string): void;
}

export interface Tracing {
  begin(step: Step): Trace;
  /** Sends what is left, if that can be. */
  close(): Promise<void>;
}

/** Where the steps of a turn are sent to, as OTLP over HTTP. */
export interface TraceAccess {
  url: string;
  headers: Record<string, string>;
  /** The share of traces that are kept. */
  share: number;
}

/** A time of `performance`, as steps have it. */
export const onTheClock = (time: number): number => performance.timeOrigin + time;
