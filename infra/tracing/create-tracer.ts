import type { TraceSpan, TracingConfig, ProcessTracer } from "./tracer.ts";

const NOOP_SPAN: TraceSpan = { parent: undefined, recordChild() {}, end() {} };
const NOOP_TRACER: ProcessTracer = { begin: () => NOOP_SPAN, close: async () => {} };

/**
 * Opens tracing for a service. Without `access` it does nothing and does not load OpenTelemetry.
 */
export const createTracer = async (
  access: TracingConfig | null,
  service: string,
): Promise<ProcessTracer> =>
  access === null
    ? NOOP_TRACER
    : (await import("./opentelemetry-tracer.ts")).createOpenTelemetryTracer(access, service);
