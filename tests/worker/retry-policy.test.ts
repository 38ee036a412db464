import {
  decideRateLimitWait,
  decideRetry,
  longBackoffMs,
  MAX_RATE_LIMITED_ATTEMPTS,
} from "#worker/runtime/retry-policy.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";

const busy = new ProviderError("rate_limited", "Claude");
const MIDDLE = 0.5;

describe("the retry policy", () => {
  it("backs off by about 1, 2, 4 and 8 seconds", () => {
    const pauses = [0, 1, 2, 3].map((failures) => decideRetry(busy, { failures }, MIDDLE));
    expect(pauses).toEqual([1000, 2000, 4000, 8000].map((delayMs) => ({ kind: "retry", delayMs })));
  });

  it("varies each delay by up to a quarter", () => {
    expect(decideRetry(busy, { failures: 0 }, 0)).toEqual({ kind: "retry", delayMs: 750 });
    expect(decideRetry(busy, { failures: 0 }, 1)).toEqual({ kind: "retry", delayMs: 1250 });
  });

  it("waits as long as the provider requests", () => {
    const asked = new ProviderError("rate_limited", "Claude", { retryAfterMs: 30_000 });
    expect(decideRetry(asked, { failures: 0 }, MIDDLE)).toEqual({ kind: "retry", delayMs: 30_000 });
  });

  it("gives up after the fifth failure with the provider's message", () => {
    expect(decideRetry(busy, { failures: 4 })).toEqual({
      kind: "fail",
      error: {
        code: "rate_limited",
        message: "Claude is busy right now. Try again in a minute.",
      },
    });
  });

  it.each([
    [1, "retry"],
    [0, "fail"],
  ])("with %p requests left decides: %s", (requestsLeft, kind) => {
    expect(decideRetry(busy, { failures: 0, requestsLeft }).kind).toBe(kind);
  });

  it.each(["refused", "rejected", "misconfigured", "too_long"] as const)(
    "gives up at once on the code %s",
    (code) => {
      expect(decideRetry(new ProviderError(code, "Claude"), { failures: 0 }).kind).toBe("fail");
    },
  );

  describe("after the same failure as before", () => {
    const previousFailureKey = "500 abc";
    const outage = new ProviderError("overloaded", "Claude", { failureKey: previousFailureKey });
    const paid = new ProviderError("interrupted", "Claude", {
      failureKey: previousFailureKey,
      isUnusableReply: true,
    });

    it("retries an outage once more, after a long pause", () => {
      expect(decideRetry(outage, { failures: 0 }, MIDDLE)).toEqual({
        kind: "retry",
        delayMs: 1000,
      });
      expect(decideRetry(outage, { failures: 1, previousFailureKey }, MIDDLE)).toEqual({
        kind: "retry",
        delayMs: 14_000,
      });
      expect(decideRetry(outage, { failures: 2, previousFailureKey }).kind).toBe("fail");
    });

    it("does not retry a paid one", () => {
      expect(decideRetry(paid, { failures: 0 }).kind).toBe("retry");
      expect(decideRetry(paid, { failures: 1, previousFailureKey }).kind).toBe("fail");
    });

    it.each([
      ["the failure is another one", outage, { failures: 2, previousFailureKey: "503 def" }],
      ["no failure was kept", outage, { failures: 2 }],
      ["the turn was requested again", paid, { failures: 0, previousFailureKey }],
      ["the model had begun its text", busy, { failures: 2, previousFailureKey }],
    ])("retries as usual if %s", (_what, err, lease) => {
      expect(decideRetry(err, lease, MIDDLE)).toEqual({
        kind: "retry",
        delayMs: 1000 * 2 ** lease.failures,
      });
    });
  });

  it("retries an internal error and does not expose its message", () => {
    const ours = new Error("column does not exist");
    expect(decideRetry(ours, { failures: 0 }).kind).toBe("retry");
    expect(decideRetry(ours, { failures: 4 })).toEqual({
      kind: "fail",
      error: { code: "interrupted", message: "Something went wrong on our side. Try again." },
    });
  });
});

describe("the backoff of a job that is never given up", () => {
  it.each([
    [4, 1],
    [5, 2],
    [6, 4],
    [9, 32],
    [10, 60],
    [40, 60],
  ])("after %i failures and another one is %i minutes", (failures, minutes) => {
    expect(longBackoffMs(failures)).toBe(minutes * 60_000);
  });
});

describe("the wait for a rate limit", () => {
  const decide = (attempt: number, failures = 0, hasProgressed = false, err: Error = busy) =>
    decideRateLimitWait(err, { attempt, failures }, hasProgressed, 0);
  const wait = (...asked: Parameters<typeof decide>) => {
    const decision = decide(...asked);
    return decision?.kind === "retry" ? decision : undefined;
  };

  it("grows from a second to a minute with the attempts since the last progress", () => {
    const delays = [1, 2, 3, 6, 7, 8, 26, 27].map((attempt) => wait(attempt)?.delayMs);
    expect(delays).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000, 1000, 2000]);
    expect(wait(8, 0, true)?.delayMs).toBe(1000);
  });

  it("varies by up to a quarter and is never shorter than the provider asks", () => {
    const asked = new ProviderError("rate_limited", "The voice", {
      retryAfterMs: 90_000,
      isRetryable: false,
    });
    expect(wait(1, 0, false, asked)?.delayMs).toBe(90_000);
    const longest = decideRateLimitWait(asked, { attempt: 1, failures: 0 }, false, 1);
    expect(longest).toMatchObject({ delayMs: 112_500 });
  });

  it("ends after 15 attempts without progress", () => {
    expect(MAX_RATE_LIMITED_ATTEMPTS).toBe(15);
    expect(wait(14)).toBeDefined();
    expect(decide(15)).toEqual({
      kind: "fail",
      error: { code: "rate_limited", message: "Claude is busy right now. Try again in a minute." },
    });
    expect(wait(15, 0, true)).toBeDefined();
  });

  it.each([
    [600_000, false],
    [600_001, true],
  ])("of %i ms is too long: %p", (retryAfterMs, isTooLong) => {
    const asked = new ProviderError("rate_limited", "The voice", { retryAfterMs });
    expect(decide(1, 0, false, asked)?.kind === "fail").toBe(isTooLong);
  });

  it("counts as a failure only while other errors can still be retried", () => {
    expect([0, 2, 3, 4].map((failures) => wait(1, failures)?.isFailure)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("is only for rate limits", () => {
    expect(decide(1, 0, false, new ProviderError("overloaded", "The voice"))).toBeNull();
    expect(decide(1, 0, false, new Error("any"))).toBeNull();
  });
});
