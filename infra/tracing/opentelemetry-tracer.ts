import { setTimeout as pause } from "node:timers/promises";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TraceSpan, TracingConfig, ProcessTracer } from "./tracer.ts";

/** How long closing waits for a collector that does not respond. */
const FLUSH_TIMEOUT_MS = 2000;
const EXPORT_INTERVAL_MS = 1000;
const MAX_QUEUED_SPANS = 8192;

const SPAN_KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

/**
 * Returns the context of a parent span in another process. Returns the root context if `parent` is
 * invalid.
 */
const parseTraceparent = (parent: string | undefined): Context => {
  const [, traceId = "", spanId = "", flags = "00"] = parent?.split("-") ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext)
    ? trace.setSpanContext(ROOT_CONTEXT, spanContext)
    : ROOT_CONTEXT;
};

const formatTraceparent = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? "01" : "00"}`;
};

/**
 * Creates a tracer that exports this process's spans to a collector, in batches and in the
 * background.
 */
export const createOpenTelemetryTracer = (
  { url, headers, sampleRatio }: TracingConfig,
  service: string,
): ProcessTracer => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    // The root span decides for the whole trace whether it is sampled.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers }),
        maxQueueSize: MAX_QUEUED_SPANS,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("chatbot-debate");
  const start = (
    { name, kind, from, facts: attributes }: Parameters<ProcessTracer["begin"]>[0],
    parentContext: Context,
  ): Span =>
    tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : SPAN_KINDS[kind],
        ...(from !== undefined && { startTime: from }),
        ...(attributes && { attributes }),
      },
      parentContext,
    );

  return {
    begin(step): TraceSpan {
      const span = start(step, parseTraceparent(step.parent));
      const parentContext = trace.setSpan(ROOT_CONTEXT, span);
      return {
        parent: formatTraceparent(span),
        recordChild: ({ to, ...inner }) => start(inner, parentContext).end(to),
        end(attributes = {}, error) {
          span.setAttributes(attributes);
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
          span.end();
        },
      };
    },
    async close() {
      const flushed = provider.shutdown().catch(() => "not exported");
      await Promise.race([flushed, pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
};
