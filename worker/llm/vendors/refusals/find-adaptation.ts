import type { AdaptationKind } from "../../server-adaptations.ts";
import type { WireRequest } from "../../wire-request.ts";
import { readTokenLimit } from "./read-token-limit.ts";
import type { Refusal } from "./read-refusal.ts";

export interface FoundAdaptation {
  kind: AdaptationKind;
  limit?: number;
  /** Maximum tokens for this request only. */
  maxTokens?: number;
}

/**
 * HTTP statuses with which servers refuse a field of a request. Other statuses are about the
 * account, the load or the network.
 */
const REFUSED_FIELD_STATUSES: ReadonlySet<number | undefined> = new Set([
  undefined, // an error in the body of a reply with status 200
  400,
  403,
  404,
  405,
  415,
  422,
  500,
  501,
]);
/** HTTP statuses with which servers refuse a schema even if the message does not say so. */
const SCHEMA_STATUSES: ReadonlySet<number | undefined> = new Set([400, 405, 415, 422, 500, 501]);

/**
 * An error with a status of 500 or more, or within a reply, counts as the refusal of a field only
 * if its message contains one of these words.
 */
const REFUSAL_WORDS =
  /support|allow|enabl|implement|permit|unknown|unrecogni[sz]ed|invalid|unexpected|expect|must|should|only|cannot|can't|not found|no endpoints|extra|too (?:large|high|many)|exceed|template|jinja/i;

const STREAM_OPTIONS = /stream_options|include_usage/i;
const STREAM = /\bstream(?:ing|ed)?\b/i;
const TOKEN_LIMIT_FIELD = /max_completion_tokens/i;
const SCHEMA =
  /response.?format|json.?schema|json.?mode|json.?object|structured.?output|output_config|output_format|schema|grammar|guided/i;
/** Message of routing services that have no server with all requested abilities. */
const NO_ENDPOINTS = /no (?:allowed )?(?:endpoints|providers)\b/i;
const SYSTEM_ROLE = new RegExp(
  [
    /\bsystem['"`]? (?:role|message|prompt|instruction)/,
    /\broles?\b[^]{0,80}\bsystem\b/,
    /\bsystem\b[^]{0,20}\brole/,
    /developer (?:role|message|prompt|instruction)/,
    /roles? must alternate/,
    /only (?:supports? )?(?:the )?['"`]?user['"`]?(?:,|\/| and| or)/,
    /(?:start|begin|be) (?:with|from) (?:an? |the )?['"`]?user/,
    /first message (?:must|should)/,
    /(?:unexpected|invalid|unsupported|unknown) (?:message )?role/,
    /should be ['"`]?user/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/**
 * Finds what to change in a request that a server refused; null if no change can help. If the
 * message names the refused part, that part is changed. Otherwise the schema is left out, because
 * the prompts also ask for JSON in words.
 */
export const findAdaptation = (
  { status, serverMessage, param, failure, isCompatible }: Refusal,
  request: WireRequest,
): FoundAdaptation | null => {
  if (!REFUSED_FIELD_STATUSES.has(status)) return null;
  const mentions = (pattern: RegExp) => pattern.test(serverMessage);
  const isClientError = status !== undefined && status < 500;
  if (isClientError || mentions(REFUSAL_WORDS)) {
    if (request.isStreamed && request.reportsUsage && mentions(STREAM_OPTIONS))
      return { kind: "no_stream_options" };
    const limit = readTokenLimit(serverMessage, request);
    if (limit || failure === "too_long") return limit;
    if (request.tokenLimitField === "max_completion_tokens" && mentions(TOKEN_LIMIT_FIELD))
      return { kind: "max_tokens_field" };
    if (request.schema && (mentions(SCHEMA) || mentions(NO_ENDPOINTS)))
      return { kind: "no_schema" };
    if (request.system !== null && mentions(SYSTEM_ROLE)) return { kind: "system_in_user_message" };
    if (request.isStreamed && (param === "stream" || mentions(STREAM)))
      return { kind: "no_streaming" };
  }
  const isUnspecific = failure === "rejected" || failure === "overloaded";
  // A compatible server may also refuse a schema with a status of 500 or more. Anthropic's own API
  // refuses it with 400, so its other errors are outages.
  const mayConcernSchema = SCHEMA_STATUSES.has(status) && (isClientError || isCompatible);
  return request.schema && isUnspecific && mayConcernSchema ? { kind: "no_schema" } : null;
};
