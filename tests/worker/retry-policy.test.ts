import { decideRetry, longBackoffMs } from "#worker/runtime/retry-policy.ts";
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
