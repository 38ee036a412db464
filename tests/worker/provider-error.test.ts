import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { toProviderError } from "#worker/llm/vendors/to-provider-error.ts";

describe("a provider's error", () => {
  it.each([
    ["rate_limited", true, "Claude is busy right now. Try again in a minute."],
    ["overloaded", true, "Claude is overloaded right now. Try again in a minute."],
    ["unreachable", true, "Claude could not be reached. Try again in a minute."],
    ["interrupted", true, "Claude was cut off in the middle. Try again."],
    ["refused", false, "Claude refused this topic."],
    ["rejected", false, "Claude did not accept the request."],
    ["misconfigured", false, "Claude is not set up correctly on this site."],
    ["too_long", false, "The debate is too long for Claude."],
  ] as const)(
    "with the code %s is retryable and counts as an outage: %p",
    (code, isRetryable, message) => {
      expect(new ProviderError(code, "Claude")).toMatchObject({
        name: "ProviderError",
        code,
        isRetryable,
        isOutage: isRetryable,
        message,
      });
    },
  );

  it("is no outage if the provider has answered", () => {
    expect(new ProviderError("interrupted", "Claude", { isUnusableReply: true })).toMatchObject({
      isRetryable: true,
      isOutage: false,
    });
  });

  const access = { label: "Claude", apiKey: "k" };
  it("is returned unchanged if it already is a ProviderError", () => {
    const err = new ProviderError("refused", "Claude");
    expect(toProviderError(err, access)).toBe(err);
  });

  it.each([OpenAI, Anthropic])(
    "is unreachable when the SDK reports a failed connection (%#)",
    (vendor) => {
      const err = new vendor.APIConnectionError({ message: "no route" });
      expect(toProviderError(err, access)).toMatchObject({
        code: "unreachable",
        retryAfterMs: undefined,
      });
    },
  );

  it("is interrupted when the network fails", () => {
    expect(toProviderError(new TypeError("terminated"), access)).toMatchObject({
      code: "interrupted",
      detail: "TypeError: terminated",
    });
  });

  it("is interrupted when the thrown value is no error", () => {
    expect(toProviderError("No.", access)).toMatchObject({
      code: "interrupted",
      detail: "string",
    });
  });

  it("returns its detail as a log field", () => {
    const err = new ProviderError("refused", "Claude", { detail: "APIError 400" });
    expect(err.facts()).toEqual({ detail: "APIError 400" });
  });
});

describe.each([OpenAI, Anthropic])("a provider's Retry-After header (%#)", (vendor) => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00Z") }));
  afterEach(() => jest.useRealTimers());

  const createRateLimitError = (headers: Record<string, string>) =>
    toProviderError(vendor.APIError.generate(429, {}, "Slow down", new Headers(headers)), {
      label: "Grok",
      apiKey: "k",
    });

  it.each([
    ["7", 7000],
    ["0.5", 500],
    ["60", 60_000],
    ["Sun, 22 Nov 2026 12:00:30 GMT", 30_000],
    ["0", undefined],
    ["-1", undefined],
    ["Sun, 22 Nov 2026 11:59:30 GMT", undefined],
    ["soon", undefined],
    ["", undefined],
  ])("of %j is a delay of %p ms", (value, retryAfterMs) => {
    expect(createRateLimitError({ "retry-after": value })).toMatchObject({
      code: "rate_limited",
      message: "Grok is busy right now. Try again in a minute.",
      isRetryable: true,
      retryAfterMs,
    });
  });

  it("is optional", () => {
    expect(createRateLimitError({}).retryAfterMs).toBeUndefined();
  });

  it.each([
    ["61", 61_000, 2],
    ["3600", 3_600_000, 60],
    ["Sun, 22 Nov 2026 12:02:00 GMT", 120_000, 2],
  ])(
    "of more than a minute (%j) stops retries, counts as an outage and is shown to users",
    (value, retryAfterMs, minutes) => {
      expect(createRateLimitError({ "retry-after": value })).toMatchObject({
        code: "rate_limited",
        isRetryable: false,
        isOutage: true,
        retryAfterMs,
        message: `Grok is busy. Try again in ${minutes} minutes.`,
        detail: expect.stringContaining("429") as unknown,
      });
    },
  );
});

describe("a vendor's error", () => {
  const access = { label: "Grok", apiKey: "a-key" };
  const read = (status: number | undefined, error: object) =>
    toProviderError(
      new OpenAI.APIError(status, error, undefined, new Headers({ "x-request-id": "req_1" })),
      access,
    );
  const OUT_OF_CREDIT = "Grok can't answer because this site's account there has no credit left.";

  it.each([
    ["context_length_exceeded", "too_long"],
    ["exceed_context_size_error", "too_long"],
    ["request_too_large", "too_long"],
    ["content_filter", "refused"],
    ["content_policy_violation", "refused"],
    ["invalid_prompt", "refused"],
    ["invalid_api_key", "misconfigured"],
    ["model_not_found", "misconfigured"],
  ])("with the code %s is %s", (code, expected) => {
    expect(read(400, { code })).toMatchObject({ code: expected });
    expect(read(400, { type: code })).toMatchObject({ code: expected });
  });

  it.each(["insufficient_quota", "billing_hard_limit_reached", "billing_error"])(
    "with the code %s means that the site's credit is used up",
    (code) => {
      expect(read(400, { code })).toMatchObject({ code: "misconfigured", message: OUT_OF_CREDIT });
    },
  );

  it.each([
    ["This model's maximum context length is 9 tokens", "too_long"],
    ["The maximum prompt length is 9", "too_long"],
    ["prompt is too long: 9 tokens", "too_long"],
    ["It exceeds the available context size", "too_long"],
    ["They exceed the context", "too_long"],
    ["It exceeds context", "too_long"],
    ["Above the context limit", "too_long"],
    ["the context the overflows", "too_long"],
    ["Request too large for it", "too_long"],
    ["It violates our usage policies", "refused"],
    ["See the usage guidelines", "refused"],
    ["By our content filtering policy", "refused"],
    ["By our content management policy", "refused"],
    ["Incorrect API key provided", "misconfigured"],
    ["invalid x-api-key", "misconfigured"],
    ["invalid apikey", "misconfigured"],
    ["This organization has been disabled.", "misconfigured"],
    ["Your credit balance is too low", "misconfigured"],
    ["Your team doesn't have any credits", "misconfigured"],
    ["It does not have any credits", "misconfigured"],
    ["It has used all available credits", "misconfigured"],
    ["The monthly spending limit", "misconfigured"],
    ["You exceeded your current quota", "misconfigured"],
    ["You have reached your specified API usage limits", "misconfigured"],
    ["No.", "rejected"],
    [`${"x".repeat(2000)} prompt is too long`, "rejected"],
  ])("with the message '%s' is %s", (message, code) => {
    expect(read(400, { message })).toMatchObject({ code });
  });

  it.each([
    [502, "overloaded"],
    ["503", "overloaded"],
    [402, "misconfigured"],
    [1502, "interrupted"],
    [5021, "interrupted"],
  ])("with a status as its code, %p, is %s", (code, expected) => {
    expect(read(undefined, { code })).toMatchObject({ code: expected });
  });

  it.each([
    ["text/html; charset=utf-8", " text/html"],
    ["application/json", ""],
    ["not a type", ""],
    [`text/${"x".repeat(100)}`, ` text/${"x".repeat(55)}`],
  ])("has the content type %s in its detail unless it is JSON", (type, expected) => {
    const headers = new Headers({ "content-type": type });
    const err = new OpenAI.APIError(404, {}, undefined, headers);
    expect(toProviderError(err, access).detail).toBe(`APIError 404${expected}`);
  });

  it("is logged with its identifiers only, each of limited length, without the key", () => {
    const names = { type: "t", code: "a_code", param: "messages[1].content" };
    expect(read(400, { ...names, message: "No." }).detail).toBe(
      "APIError 400 t a_code messages[1].content req_1",
    );
    expect(read(400, { type: "two words", code: "é", param: "x".repeat(65) }).detail).toBe(
      "APIError 400 req_1",
    );
    expect(read(400, { type: { t: 1 }, code: ["a"], param: "x".repeat(64) }).detail).toBe(
      `APIError 400 ${"x".repeat(64)} req_1`,
    );
    expect(read(400, { type: "a-key" }).detail).toBe("APIError 400 [redacted] req_1");
    const long = toProviderError(new TypeError("no ".repeat(200)), access).detail;
    expect(long).toHaveLength(300);
  });
});
