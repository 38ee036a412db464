/** Attributes of a span: ids, names and numbers, never users' text. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A span to begin. Times are milliseconds since 1970. */
interface SpanOptions {
  name: string;
  /** Span kind; default: internal. */
  kind?: "server" | "consumer" | "client";
  /** The parent span as a W3C `traceparent`; absent for a root span. */
  parent?: string | undefined;
  /** Start time; default: now. */
  from?: number;
  facts?: SpanAttributes;
}

export interface TraceSpan {
  /** This span as a `traceparent`, for child spans in any process. Undefined without tracing. */
  readonly parent: string | undefined;
  recordChild(step: Omit<SpanOptions, "parent"> & { to: number }): void;
  /** Ends the span; `error` is a short error code. */
  end(facts?: SpanAttributes, error?: string): void;
}

export interface ProcessTracer {
  begin(step: SpanOptions): TraceSpan;
  close(): Promise<void>;
}

/** Where traces are sent: a collector that accepts OTLP over HTTP. */
export interface TracingConfig {
  url: string;
  headers: Record<string, string>;
  /** Share of traces that are sampled, from 0 to 1. */
  sampleRatio: number;
}

/** Converts a time of `performance.now()` to milliseconds since 1970. */
export const toEpochMs = (time: number): number => performance.timeOrigin + time;
