import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { TurnErrorCode } from "#shared/contract/turn.ts";
import type { ProviderAccess } from "#infra/access.ts";
import { ProviderError } from "./provider-error.ts";

/** A turn waits no longer than this for a provider; past it, people are told to come back. */
const LONGEST_PAUSE_MS = 60_000;
const DETAIL_LENGTH = 300;

/** The vendors' codes that say more than the HTTP status they come with. */
const BY_CODE: Record<string, TurnErrorCode> = {
  insufficient_quota: "misconfigured",
  context_length_exceeded: "too_long",
  content_filter: "refused",
  content_policy_violation: "refused",
};

const BY_STATUS: Record<number, TurnErrorCode> = {
  401: "misconfigured",
  402: "misconfigured",
  403: "misconfigured",
  404: "misconfigured",
  408: "unreachable",
  409: "overloaded",
  413: "too_long",
  429: "rate_limited",
};

/** For an error event after the 200, when the vendor's type is all there is to go by. */
const BY_TYPE: Record<string, TurnErrorCode> = {
  rate_limit_error: "rate_limited",
  rate_limit_exceeded: "rate_limited",
  overloaded_error: "overloaded",
  api_error: "overloaded",
  server_error: "overloaded",
  invalid_request_error: "rejected",
  authentication_error: "misconfigured",
  permission_error: "misconfigured",
};

type SdkError = InstanceType<typeof OpenAI.APIError> | InstanceType<typeof Anthropic.APIError>;
const isSdkError = (err: unknown): err is SdkError =>
  err instanceof OpenAI.APIError || err instanceof Anthropic.APIError;

/** The SDKs' name for what happens before there is a response. */
const isUnreachable = (err: unknown): boolean =>
  err instanceof OpenAI.APIConnectionError || err instanceof Anthropic.APIConnectionError;

const codeOf = (err: unknown): TurnErrorCode => {
  if (isUnreachable(err)) return "unreachable";
  // A reset, a stall, a broken frame: the network's and the parser's own errors.
  if (!isSdkError(err)) return "interrupted";
  const code = "code" in err ? String(err.code) : "";
  const type = String(err.type);
  const named = BY_CODE[code] ?? BY_CODE[type];
  if (named) return named;
  const { status } = err;
  if (status === undefined) return BY_TYPE[type] ?? BY_TYPE[code] ?? "interrupted";
  return BY_STATUS[status] ?? (status >= 500 ? "overloaded" : "rejected");
};

/** `Retry-After`, seconds or a date, in milliseconds. */
const retryAfterMs = (headers: Headers | undefined): number | undefined => {
  const value = headers?.get("retry-after");
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return wait > 0 ? wait : undefined;
};

const askedToWait = (label: string, ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return `${label} is busy and asks to be left alone for ${minutes} minutes. Try again then.`;
};

/** Whatever an SDK throws, as one of our codes with plain words for people. */
export const toProviderError = (
  err: unknown,
  { label, apiKey }: Pick<ProviderAccess, "label" | "apiKey">,
): ProviderError => {
  if (err instanceof ProviderError) return err;
  const code = codeOf(err);
  const wait = isSdkError(err) ? retryAfterMs(err.headers) : undefined;
  // A server may repeat the key it was given.
  const detail = String(err).replaceAll(apiKey, "[redacted]").slice(0, DETAIL_LENGTH);
  if (wait === undefined || wait <= LONGEST_PAUSE_MS)
    return new ProviderError(code, label, { retryAfterMs: wait, detail });
  const message = askedToWait(label, wait);
  return new ProviderError(code, label, { message, isRetryable: false, detail });
};
