/** Attributes of a span: ids, names and numbers, never users' text. */
export type Facts = Record<string, string | number | boolean>;

/** Times are milliseconds since 1970. */
interface Step {
  name: string;
  /** Span kind; default: internal. */
  kind?: "server" | "consumer" | "client";
  /** Parent span as a W3C `traceparent`. */
  parent?: string | undefined;
  /** Start time; default: now. */
  from?: number;
  facts?: Facts;
}

export interface Trace {
  /** This span as a `traceparent` for child spans in any process; undefined without tracing. */
  readonly parent: string | undefined;
  note(step: Omit<Step, "parent"> & { to: number }): void;
  /** Ends the span; `error` is a short error code. */
  end(facts?: Facts, error?: string): void;
}

export interface Tracing {
  begin(step: Step): Trace;
  close(): Promise<void>;
}

/** Collector, as OTLP over HTTP. */
export interface TraceAccess {
  url: string;
  headers: Record<string, string>;
  /** Share of traces that are sampled, from 0 to 1. */
  share: number;
}

/** Converts a `performance` time to milliseconds since 1970. */
export const onTheClock = (time: number): number => performance.timeOrigin + time;
