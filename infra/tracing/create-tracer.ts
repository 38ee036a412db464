import type { TraceSpan, TracingConfig, ProcessTracer } from "./tracer.ts";

const NOOP_SPAN: TraceSpan = { parent: undefined, recordChild() {}, end() {} };
const NOOP_TRACER: ProcessTracer = { begin: () => NOOP_SPAN, close: async () => {} };

/**
 * Creates the tracer of a process. Without `access` the tracer does nothing, and OpenTelemetry is
 * not loaded.
 */
export const createTracer = async (
  access: TracingConfig | null,
  service: string,
): Promise<ProcessTracer> =>
  access === null
    ? NOOP_TRACER
    : (await import("./opentelemetry-tracer.ts")).createOpenTelemetryTracer(access, service);
