import { createHash } from "node:crypto";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { TurnErrorCode } from "#shared/contract/debates/turn.ts";
import type { ProviderConfig } from "#infra/service-config.ts";
import { redactMessage } from "#infra/serialize-error.ts";
import { parseRetryAfterMs } from "../http/parse-retry-after.ts";
import { ProviderError } from "../provider-error.ts";
import { ForeignReplyError } from "./responses/foreign-reply-error.ts";

/**
 * Maximum `Retry-After` that a turn waits for. If the provider asks for more, the turn fails, and
 * its message asks users to come back later.
 */
const MAX_RETRY_AFTER_MS = 60_000;
const MAX_DETAIL_CHARACTERS = 300;
const MAX_MATCHED_CHARACTERS = 2000;
const MAX_TYPE_CHARACTERS = 60;

export type ProviderFailure = TurnErrorCode | "out_of_credit";

/** Vendor codes that are more specific than their HTTP status. */
const FAILURE_BY_CODE: Record<string, ProviderFailure> = {
  insufficient_quota: "out_of_credit",
  billing_hard_limit_reached: "out_of_credit",
  billing_error: "out_of_credit",
  context_length_exceeded: "too_long",
  exceed_context_size_error: "too_long",
  request_too_large: "too_long",
  content_filter: "refused",
  content_policy_violation: "refused",
  invalid_prompt: "refused",
  invalid_api_key: "misconfigured",
  model_not_found: "misconfigured",
};

/** Errors that only the message identifies. */
const FAILURE_BY_MESSAGE: readonly (readonly [RegExp, ProviderFailure])[] = [
  [
    /maximum (?:context|prompt) length|prompt is too long|exceeds? (?:the )?(?:available )?context|context (?:limit|the overflows)|request too large/i,
    "too_long",
  ],
  [
    /credit balance is too low|(?:doesn't|does not) have any credits|used all available credits|spending limit|exceeded your current quota|specified API usage limits/i,
    "out_of_credit",
  ],
  [/usage (?:guidelines|polic)|content filtering policy|content management policy/i, "refused"],
  [/(?:incorrect|invalid) (?:x-)?api.?key|organization has been disabled/i, "misconfigured"],
];

const FAILURE_BY_STATUS: Record<number, ProviderFailure> = {
  301: "misconfigured",
  302: "misconfigured",
  303: "misconfigured",
  307: "misconfigured",
  308: "misconfigured",
  401: "misconfigured",
  402: "out_of_credit",
  403: "misconfigured",
  404: "misconfigured",
  408: "unreachable",
  409: "overloaded",
  413: "too_long",
  429: "rate_limited",
};

/** Used for error events after status 200, in which only the vendor's type of error is known. */
const FAILURE_BY_TYPE: Record<string, ProviderFailure> = {
  rate_limit_error: "rate_limited",
  rate_limit_exceeded: "rate_limited",
  overloaded_error: "overloaded",
  timeout_error: "overloaded",
  api_error: "overloaded",
  server_error: "overloaded",
  invalid_request_error: "rejected",
  authentication_error: "misconfigured",
  permission_error: "misconfigured",
  not_found_error: "misconfigured",
};

export type SdkError =
  InstanceType<typeof OpenAI.APIError> | InstanceType<typeof Anthropic.APIError>;
export const isSdkError = (err: unknown): err is SdkError =>
  err instanceof OpenAI.APIError || err instanceof Anthropic.APIError;

/** The SDKs' errors for requests without a response. */
const isUnreachable = (err: unknown): boolean =>
  err instanceof OpenAI.APIConnectionError || err instanceof Anthropic.APIConnectionError;

/** Some proxies report the HTTP status of the server behind them as the error code. */
export const getHttpStatus = ({ status }: SdkError, code: string): number | undefined =>
  status ?? (/^[45]\d\d$/.test(code) ? Number(code) : undefined);

export const classifyError = (err: unknown): ProviderFailure => {
  if (isUnreachable(err)) return "unreachable";
  if (err instanceof ForeignReplyError) return "misconfigured";
  // An error that is not from an SDK comes from the network or the parser, such as a reset, a
  // timeout or a broken frame.
  if (!isSdkError(err)) return "interrupted";
  const code = "code" in err ? String(err.code) : "";
  const type = String(err.type);
  const named = FAILURE_BY_CODE[code] ?? FAILURE_BY_CODE[type];
  if (named) return named;
  const status = getHttpStatus(err, code);
  if (status !== undefined && status >= 500) return "overloaded";
  const words = String(err).slice(0, MAX_MATCHED_CHARACTERS);
  const byMessage = FAILURE_BY_MESSAGE.find(([pattern]) => pattern.test(words))?.[1];
  if (byMessage) return byMessage;
  if (status === undefined) return FAILURE_BY_TYPE[type] ?? FAILURE_BY_TYPE[code] ?? "interrupted";
  return FAILURE_BY_STATUS[status] ?? "rejected";
};

const buildWaitMessage = (label: string, ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return `${label} is busy. Try again in ${minutes} minutes.`;
};

const buildOutOfCreditMessage = (label: string): string =>
  `${label} can't answer because this site's account there has no credit left.`;

/** Accepts only values that look like a vendor's identifier. Other text may repeat the prompt. */
const isVendorIdentifier = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^[\w.[\]-]{1,64}$/.test(value));

/**
 * Returns a list with the content type of an error response, if it is not JSON. The vendors' APIs
 * send JSON, so another type shows that a proxy or another server has answered.
 */
const findForeignType = ({ headers }: SdkError): string[] =>
  /^[\w.+-]+\/[\w.+-]+/
    .exec(headers?.get("content-type")?.slice(0, MAX_TYPE_CHARACTERS) ?? "")
    ?.filter((type) => type !== "application/json") ?? [];

/**
 * Returns details for the log and the operations page, without a vendor's message, which may hold
 * the prompt or the key.
 */
export const buildDetail = (err: unknown): string => {
  if (!(err instanceof Error)) return typeof err;
  if (err instanceof ForeignReplyError) return redactMessage(err.message);
  if (!isSdkError(err) || isUnreachable(err)) return `${err.name}: ${redactMessage(err.message)}`;
  const { status, type, requestID } = err;
  const { code, param } = { code: undefined, param: undefined, ...err };
  return [err.constructor.name, status, type, code, param, requestID]
    .filter(isVendorIdentifier)
    .concat(findForeignType(err))
    .join(" ");
};

/**
 * Returns a key that is equal for errors with the same status and message, apart from ids and
 * numbers.
 */
const buildFailureKey = (err: unknown): string => {
  const { name, message } = err instanceof Error ? err : { name: typeof err, message: "" };
  const status = isSdkError(err) ? `${err.status ?? "no status"} ` : "";
  const words = `${name} ${message.slice(0, MAX_MATCHED_CHARACTERS).replaceAll(/[\w-]*\d[\w-]*/g, "#")}`;
  return `${status}${createHash("sha256").update(words).digest("hex").slice(0, 16)}`;
};

/**
 * Maps any error of an SDK to a `ProviderError` with a message for users. `hasText` says whether
 * the model had already written text.
 */
export const toProviderError = (
  err: unknown,
  { label, apiKey }: Pick<ProviderConfig, "label" | "apiKey">,
  { hasText = false } = {},
): ProviderError => {
  if (err instanceof ProviderError) return err;
  const failure = classifyError(err);
  const failureKey = hasText ? undefined : buildFailureKey(err);
  const code = failure === "out_of_credit" ? "misconfigured" : failure;
  const wait = isSdkError(err) ? parseRetryAfterMs(err.headers, err.status) : undefined;
  // A server may repeat the API key in any part of its error.
  const detail = buildDetail(err).replaceAll(apiKey, "[redacted]").slice(0, MAX_DETAIL_CHARACTERS);
  if (failure === "out_of_credit")
    return new ProviderError(code, label, { message: buildOutOfCreditMessage(label), detail });
  if (wait === undefined || wait <= MAX_RETRY_AFTER_MS)
    return new ProviderError(code, label, { retryAfterMs: wait, detail, failureKey });
  const message = buildWaitMessage(label, wait);
  return new ProviderError(code, label, {
    message,
    isRetryable: false,
    retryAfterMs: wait,
    detail,
  });
};
