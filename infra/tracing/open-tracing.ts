import type { Trace, TraceAccess, Tracing } from "./tracing.ts";

const NO_TRACE: Trace = { parent: undefined, note() {}, end() {} };
const NO_TRACING: Tracing = { begin: () => NO_TRACE, close: async () => {} };

/**
 * Opens tracing for a service. Without `access` it does nothing and does not load OpenTelemetry.
 */
export const openTracing = async (access: TraceAccess | null, service: string): Promise<Tracing> =>
  access === null ? NO_TRACING : (await import("./opentelemetry.ts")).traceTo(access, service);
