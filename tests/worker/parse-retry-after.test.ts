import { parseRetryAfterMs } from "#worker/llm/http/parse-retry-after.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

describe("the pause that a provider asks for", () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  const parse = (headers: Record<string, string>, status = 429) =>
    parseRetryAfterMs(new Headers(headers), status);

  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": "Sun, 22 Nov 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after-ms": "1500" }, 1500],
    [{ "retry-after-ms": "0.5", "retry-after": "7" }, 0.5],
    [{ "retry-after-ms": "soon", "retry-after": "7" }, 7000],
    [{ "retry-after-ms": "-1" }, undefined],
    [{ "x-ratelimit-reset-requests": "1s" }, 1000],
    [{ "x-ratelimit-reset-requests": "6ms" }, 6],
    [{ "x-ratelimit-reset-requests": "2m59.5s" }, 179_500],
    [{ "x-ratelimit-reset-tokens": "1h0m1s" }, 3_601_000],
    [{ "x-ratelimit-reset": "12" }, 12_000],
    [{ "x-ratelimit-reset": String(NOW / 1000 + 20) }, 20_000],
    [{ "x-ratelimit-reset": String(NOW + 20_000) }, 20_000],
    [{ "x-ratelimit-reset": String(NOW - 1) }, undefined],
    [{ "ratelimit-reset": "40" }, 40_000],
    [{ "anthropic-ratelimit-requests-reset": "2026-11-22T12:00:10Z" }, 10_000],
    [{ "retry-after": "3", "x-ratelimit-reset-requests": "1m0s" }, 3000],
  ])("of %j is %p ms", (headers, ms) => {
    expect(parse(headers)).toBe(ms);
  });

  it("is the reset of the limit that is used up, or else the earliest", () => {
    const resets = { "x-ratelimit-reset-requests": "2s", "x-ratelimit-reset-tokens": "50s" };
    expect(parse(resets)).toBe(2000);
    expect(parse({ ...resets, "x-ratelimit-remaining-tokens": "0" })).toBe(50_000);
    const both = { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-remaining-requests": "0" };
    expect(parse({ ...resets, ...both })).toBe(50_000);
  });

  it("is no reset of a limit unless the status is 429", () => {
    expect(parse({ "x-ratelimit-reset-requests": "1s" }, 500)).toBeUndefined();
    expect(parse({ "retry-after-ms": "10" }, 503)).toBe(10);
  });

  it("is unknown without a response", () => {
    expect(parseRetryAfterMs(undefined)).toBeUndefined();
  });
});
