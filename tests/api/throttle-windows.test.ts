import { pino } from "pino";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { createThrottles, type ThrottleName } from "#api/http/rate-limiting/throttles.ts";
import { readEnv } from "#infra/env.ts";
import type { RateLimitRule } from "#infra/backend/backend.ts";

const { limits } = readEnv({});
const silent = pino({ level: "silent" });

const inMemory = ({ points, seconds }: RateLimitRule) =>
  new RateLimiterMemory({ points, duration: seconds });

class Counted extends RateLimiterMemory {
  times = 0;
  override consume(key: string, points?: number) {
    this.times++;
    return super.consume(key, points);
  }
}

class Away extends RateLimiterMemory {
  override consume = () => Promise.reject(new Error("no connection"));
  override reward = () => Promise.reject(new Error("no connection"));
}

describe("a rate limit", () => {
  it("has its own window and the configured number of attempts", () => {
    const asked: RateLimitRule[] = [];
    const limiter = (allowance: RateLimitRule) => {
      asked.push(allowance);
      return inMemory(allowance);
    };
    const throttles = createThrottles({ limiter }, limits, silent);
    expect(Object.keys(throttles)).toEqual(asked.map(({ name }) => name));
    expect(asked).toEqual([
      { name: "register", points: 20, seconds: 3600 },
      { name: "registrations", points: 200, seconds: 3600 },
      { name: "registrationAlert", points: 1, seconds: 3600 },
      { name: "loginToAccount", points: 10, seconds: 900 },
      { name: "loginFromAnywhere", points: 100, seconds: 900 },
      { name: "loginFromAddress", points: 50, seconds: 900 },
      { name: "loginSuccess", points: 60, seconds: 3600 },
      { name: "challenge", points: 60, seconds: 60 },
      { name: "createDebate", points: 30, seconds: 60 },
      { name: "detectLanguage", points: 60, seconds: 60 },
      { name: "nextTurn", points: 120, seconds: 60 },
      { name: "audio", points: 120, seconds: 60 },
      { name: "purchase", points: 20, seconds: 3600 },
      { name: "capture", points: 30, seconds: 60 },
      { name: "paypalFromAddress", points: 150, seconds: 60 },
      { name: "webhook", points: 600, seconds: 60 },
      { name: "page", points: 600, seconds: 60 },
      { name: "reaction", points: 20, seconds: 60 },
      { name: "report", points: 20, seconds: 3600 },
      { name: "picture", points: 120, seconds: 60 },
      { name: "modelCheck", points: 10, seconds: 3600 },
      { name: "judgeAudit", points: 30, seconds: 3600 },
      { name: "passwordCheck", points: 60, seconds: 60 },
      { name: "list", points: 300, seconds: 60 },
      { name: "mail", points: 20, seconds: 3600 },
    ]);
  });

  const strict = readEnv({
    LIMIT_CREATE_DEBATE_PER_MINUTE: "2",
    LIMIT_REGISTER_PER_HOUR: "1",
    LIMIT_LOGIN_FAILURES_PER_ACCOUNT: "1",
    LIMIT_AUDIO_PER_MINUTE: "4",
  }).limits;
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each<[ThrottleName, number, number, string]>([
    ["createDebate", 2, 60, "Too many attempts. Please try again in 60 seconds."],
    ["loginToAccount", 1, 900, "Too many attempts. Please try again in 15 minutes."],
    ["register", 1, 3600, "Too many attempts. Please try again in 60 minutes."],
  ])("%s: %d times, then after %d s", async (name, times, retryAfter, message) => {
    const throttle = createThrottles({ limiter: inMemory }, strict, silent)[name];
    for (let n = 0; n < times; n++) await throttle.take("ada");
    await expect(throttle.take("ada")).rejects.toMatchObject({
      code: "too_many_requests",
      message,
      retryAfter,
    });
    await throttle.take("bob");
  });

  const again = (time: string) => `Too many attempts. Please try again in ${time}.`;

  it("is reported in seconds below two minutes, and as at least one second", async () => {
    const { loginToAccount } = createThrottles({ limiter: inMemory }, strict, silent);
    await loginToAccount.take("ada");
    const refusal = async (afterMs: number) => {
      jest.advanceTimersByTime(afterMs);
      return loginToAccount.take("ada").catch((err: unknown) => err);
    };
    expect(await refusal(900_000 - 121_000)).toMatchObject({ message: again("3 minutes") });
    expect(await refusal(1000)).toMatchObject({ message: again("2 minutes") });
    expect(await refusal(1000)).toMatchObject({ message: again("119 seconds"), retryAfter: 119 });
    expect(await refusal(118_500)).toMatchObject({ retryAfter: 1 });
  });

  it("does not wait for the store for cheap requests well below the limit", async () => {
    const stores = new Map<string, Counted>();
    const limiter = (allowance: RateLimitRule) => {
      const store = new Counted({ points: allowance.points, duration: allowance.seconds });
      stores.set(allowance.name, store);
      return store;
    };
    const throttles = createThrottles({ limiter }, strict, silent);
    for (const name of ["audio", "picture"] as const)
      for (let n = 0; n < 2; n++) await throttles[name].take("ada");
    expect(stores.get("audio")?.times).toBe(1);
    expect(stores.get("picture")?.times).toBe(2);
  });

  it("is counted in this process while the store is down, which is logged", async () => {
    const warnings: unknown[] = [];
    const logger = pino({}, { write: (line) => void warnings.push(JSON.parse(line)) });
    const limiter = () => new Away({ points: 1, duration: 60 });
    const { createDebate } = createThrottles({ limiter }, strict, logger);
    for (let n = 0; n < 2; n++) await createDebate.take("ada");
    await expect(createDebate.take("ada")).rejects.toMatchObject({ code: "too_many_requests" });
    await createDebate.take("bob");
    await createDebate.refund("bob");
    await createDebate.refund("bob");
    for (let n = 0; n < 2; n++) await createDebate.take("bob");
    // Eight failures of the store are logged once.
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      msg: "rate_limit.store_failed",
      err: { message: "no connection" },
    });
  });

  it("does not count attempts that are given back", async () => {
    const { createDebate } = createThrottles({ limiter: inMemory }, strict, silent);
    for (let n = 0; n < 5; n++) {
      await createDebate.take("ada");
      await createDebate.refund("ada");
    }
    await createDebate.take("ada");
    await createDebate.take("ada");
    await expect(createDebate.take("ada")).rejects.toMatchObject({ code: "too_many_requests" });
  });
});
