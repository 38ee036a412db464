import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { toProviderError } from "#worker/llm/to-provider-error.ts";

describe("a provider's error", () => {
  it.each([
    ["rate_limited", true, "Claude is busy right now. Try again in a minute."],
    ["overloaded", true, "Claude is overloaded right now. Try again in a minute."],
    ["unreachable", true, "Claude could not be reached. Try again in a minute."],
    ["interrupted", true, "Claude was cut off in the middle. Try again."],
    ["refused", false, "Claude declined to speak on this."],
    ["rejected", false, "Claude did not accept the request."],
    ["misconfigured", false, "Claude is not set up correctly on this site."],
    ["too_long", false, "The debate has become too long for Claude."],
  ] as const)(
    "that is %s: is it tried again, and held against it? %p",
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

  it("is not held against it where it has answered", () => {
    expect(new ProviderError("interrupted", "Claude", { isAnswer: true })).toMatchObject({
      isRetryable: true,
      isOutage: false,
    });
  });

  const access = { label: "Claude", apiKey: "k" };
  it("stays what it is", () => {
    const err = new ProviderError("refused", "Claude");
    expect(toProviderError(err, access)).toBe(err);
  });

  it.each([OpenAI, Anthropic])("is unreachable where there was no answer (%#)", (vendor) => {
    const err = new vendor.APIConnectionError({ message: "no route" });
    expect(toProviderError(err, access)).toMatchObject({
      code: "unreachable",
      retryAfterMs: undefined,
    });
  });

  it("of the network itself is an interruption", () => {
    expect(toProviderError(new TypeError("terminated"), access)).toMatchObject({
      code: "interrupted",
      detail: "TypeError: terminated",
    });
  });
});

describe.each([OpenAI, Anthropic])("a provider that asks to be left alone (%#)", (vendor) => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse("2026-11-22T12:00:00Z") }));
  afterEach(() => jest.useRealTimers());

  const asks = (headers: Record<string, string>) =>
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
  ])("for %j is left alone for %p ms", (value, retryAfterMs) => {
    expect(asks({ "retry-after": value })).toMatchObject({
      code: "rate_limited",
      message: "Grok is busy right now. Try again in a minute.",
      isRetryable: true,
      retryAfterMs,
    });
  });

  it("for no time is left alone as long as we think", () => {
    expect(asks({}).retryAfterMs).toBeUndefined();
  });

  it.each([
    ["61", 61_000, 2],
    ["3600", 3_600_000, 60],
    ["Sun, 22 Nov 2026 12:02:00 GMT", 120_000, 2],
  ])(
    "for longer than anyone waits (%j) is not asked again, by others neither, and people are told",
    (value, retryAfterMs, minutes) => {
      expect(asks({ "retry-after": value })).toMatchObject({
        code: "rate_limited",
        isRetryable: false,
        isOutage: true,
        retryAfterMs,
        message: `Grok is busy and asks to be left alone for ${minutes} minutes. Try again then.`,
        detail: expect.stringContaining("429") as unknown,
      });
    },
  );
});
