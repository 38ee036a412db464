import type { Trace, TraceAccess, Tracing } from "./tracing.ts";

const NO_TRACE: Trace = { parent: undefined, note() {}, end() {} };
const NO_TRACING: Tracing = { begin: () => NO_TRACE, close: async () => {} };

/** Traces what a process does, under its name. Where nobody wants to see it, nothing of it is loaded. */
export const openTracing = async (access: TraceAccess | null, service: string): Promise<Tracing> =>
  access === null ? NO_TRACING : (await import("./opentelemetry.ts")).traceTo(access, service);
