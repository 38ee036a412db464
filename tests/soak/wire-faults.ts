import type { z } from "zod";
import type { Fault } from "#infra/dev/fakes/vendor-fault.ts";
import { WIRE_DEVIATIONS } from "#infra/dev/fakes/models/wire-deviations.ts";

type WireFault = z.input<typeof Fault>;

const JSON_TYPE = { "content-type": "application/json" };
const HTML_TYPE = { "content-type": "text/html; charset=utf-8" };
const GATEWAY_PAGE =
  "<html>\n<head><title>502 Bad Gateway</title></head>\n<body><center>nginx</center></body>\n</html>";
const LOGIN_PAGE = "<!doctype html><title>Sign in</title><form></form>";

const refuse = (field: string, status: number, message: string): WireFault => ({
  field,
  effect: "status",
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ error: { message, type: "invalid_request_error", param: field } }),
});

/**
 * Servers that refuse a field of a request. The product then repeats the request without the field
 * or with another one.
 */
const REFUSED_FIELDS: readonly WireFault[] = [
  refuse("stream", 400, "Your organization must be verified to stream this model."),
  refuse("stream_options", 400, "Extra inputs are not permitted: stream_options"),
  refuse("max_completion_tokens", 400, "Unknown parameter: 'max_completion_tokens'."),
  refuse("response_format", 400, "This response_format type is unavailable now"),
  refuse("response_format", 404, "No endpoints found that support the requested parameters."),
  refuse("output_config", 400, "output_config: Extra inputs are not permitted"),
  refuse("messages", 400, "System role not supported"),
  { ...refuse("messages", 400, ""), body: '{"detail":"max_tokens must be at most 1024"}' },
];

const respond = (status: number, headers: Record<string, string>, body: string): WireFault => ({
  effect: "status",
  status,
  headers,
  body,
});

/** Responses that do not come from a model, such as a proxy's error page. */
const FOREIGN_RESPONSES: readonly WireFault[] = [
  respond(502, HTML_TYPE, GATEWAY_PAGE),
  respond(503, { "content-type": "text/plain" }, "upstream connect error"),
  respond(503, JSON_TYPE, '[{"error":{"code":503,"status":"UNAVAILABLE"}}]'),
  respond(429, JSON_TYPE, '[{"error":{"code":429,"message":"Try again"}}]'),
  respond(429, { "retry-after-ms": "700" }, ""),
  respond(200, HTML_TYPE, LOGIN_PAGE),
  respond(200, JSON_TYPE, '{"detail":"Not Found"}'),
  respond(200, JSON_TYPE, '{"success":false,"message":"Invalid token"}'),
  respond(200, { "content-type": "text/event-stream" }, ""),
  respond(204, {}, ""),
];

const MODEL_KINDS = ["turn", "judge"] as const;
const KINDS = [...MODEL_KINDS, "speech", "moderation"] as const;
const limitToKind = (fault: WireFault, kind: (typeof KINDS)[number]): WireFault => ({
  ...fault,
  kind,
});

/** Faults as they occur with servers that differ from the vendors' documentation. */
export const WIRE_FAULTS: readonly WireFault[] = [
  ...MODEL_KINDS.flatMap((kind) =>
    WIRE_DEVIATIONS.flatMap((deviation): WireFault[] => [
      { kind, deviation, times: 2 },
      { kind, deviation, effect: "cut", after: 12 },
    ]),
  ),
  ...REFUSED_FIELDS,
  ...FOREIGN_RESPONSES.flatMap((fault) => KINDS.map((kind) => limitToKind(fault, kind))),
];
